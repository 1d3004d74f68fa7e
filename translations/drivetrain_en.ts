<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%n lap(s)</source>
        <translation>
            <numerusform>%n lap</numerusform>
            <numerusform>%n laps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n database(s)</source>
        <translation>
            <numerusform>%n database</numerusform>
            <numerusform>%n databases</numerusform>
        </translation>
    </message>
</context>
</TS>
