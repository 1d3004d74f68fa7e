<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Charts</name>
    <message>
        <source>% of the time</source>
        <translation>% der Zeit</translation>
    </message>
    <message>
        <source>each lap (bar: median; shorter is better)</source>
        <translation>jede Runde (Balken: Median; kürzer ist besser)</translation>
    </message>
    <message>
        <source>seconds, logarithmic</source>
        <translation>Sekunden, logarithmisch</translation>
    </message>
    <message>
        <source>seconds for all steps</source>
        <translation>Sekunden für alle Schritte</translation>
    </message>
    <message>
        <source>% of the time for one text; left of 0: time saved</source>
        <translation>% der Zeit für einen Text; links von 0: gesparte Zeit</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>wrong</source>
        <translation>falsch</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>Step, median in seconds, ratio to the fastest</source>
        <translation>Schritt, Median in Sekunden, Verhältnis zum schnellsten</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Lap</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Historical figures</source>
        <translation>Historische Zahlen</translation>
    </message>
    <message>
        <source>Step, seconds</source>
        <translation>Schritt, Sekunden</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>nicht verfügbar</translation>
    </message>
    <message>
        <source>Every step</source>
        <translation>Jeder Schritt</translation>
    </message>
    <message>
        <source>All steps together</source>
        <translation>Alle Schritte zusammen</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>Wohin die Zeit ging</translation>
    </message>
    <message>
        <source>Every lap, in the order in which they ran</source>
        <translation>Jede Runde, in der Reihenfolge des Ablaufs</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>A lap whose answers are not right has no speed. Durable: a commit survives a power cut; relaxed: the last moments may be lost; unsafe: the data may be destroyed.</source>
        <translation>Eine Runde mit falschen Antworten hat keine Geschwindigkeit. Dauerhaft: Gespeichertes übersteht einen Stromausfall; gelockert: die letzten Augenblicke können verloren gehen; unsicher: die Daten können zerstört werden.</translation>
    </message>
    <message>
        <source>Drivetrain, run %1</source>
        <translation>Drivetrain, Lauf %1</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Durability</source>
        <translation>Dauerhaftigkeit</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>Laufwerk</translation>
    </message>
    <message>
        <source>Settings as read back</source>
        <translation>Einstellungen, zurückgelesen</translation>
    </message>
    <message>
        <source>somebody&apos;s server</source>
        <translation>fremder Server</translation>
    </message>
    <message>
        <source>What was compared</source>
        <translation>Was verglichen wurde</translation>
    </message>
    <message>
        <source>What sixteen columns cost</source>
        <translation>Was sechzehn Spalten kosten</translation>
    </message>
    <message>
        <source>In percent of the time for one text in base 64; each figure is a median of the laps with its 95 % interval, so the parts may miss their sum by a little.</source>
        <translation>In Prozent der Zeit für einen Text in Basis 64; jede Zahl ist ein Median der Runden mit seinem 95-%-Intervall, die Teile können ihre Summe also ein wenig verfehlen.</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>NVMe</source>
        <translation>NVMe</translation>
    </message>
    <message>
        <source>SSD</source>
        <translation>SSD</translation>
    </message>
    <message>
        <source>Hard disk</source>
        <translation>Festplatte</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>Laufwerk</translation>
    </message>
    <message>
        <source>durable</source>
        <translation>dauerhaft</translation>
    </message>
    <message>
        <source>relaxed</source>
        <translation>gelockert</translation>
    </message>
    <message>
        <source>unsafe</source>
        <translation>unsicher</translation>
    </message>
    <message>
        <source>Whatever was saved survives a power cut.</source>
        <translation>Was gespeichert ist, übersteht einen Stromausfall.</translation>
    </message>
    <message>
        <source>A power cut may cost the last moments; nothing breaks.</source>
        <translation>Ein Stromausfall kann die letzten Augenblicke kosten; nichts geht entzwei.</translation>
    </message>
    <message>
        <source>Fast, but a power cut may destroy the data.</source>
        <translation>Schnell, aber ein Stromausfall kann die Daten zerstören.</translation>
    </message>
    <message>
        <source>Plain SQL text</source>
        <translation>Reiner SQL-Text</translation>
    </message>
    <message>
        <source>Prepared statements</source>
        <translation>Vorbereitete Anweisungen</translation>
    </message>
    <message>
        <source>Pipelined</source>
        <translation>Im Fließband</translation>
    </message>
    <message>
        <source>Bulk loading</source>
        <translation>Massenladen</translation>
    </message>
    <message>
        <source>One statement a call, as the published tests did.</source>
        <translation>Eine Anweisung je Aufruf, wie in den veröffentlichten Tests.</translation>
    </message>
    <message>
        <source>Parsed once, then only values are sent, as programs do.</source>
        <translation>Einmal zerlegt, danach gehen nur Werte, wie es Programme tun.</translation>
    </message>
    <message>
        <source>Many statements on the way at once.</source>
        <translation>Viele Anweisungen zugleich unterwegs.</translation>
    </message>
    <message>
        <source>The engine&apos;s own way to load much data.</source>
        <translation>Der eigene Weg der Datenbank, viele Daten zu laden.</translation>
    </message>
    <message>
        <source>Making statements</source>
        <translation>Anweisungen bilden</translation>
    </message>
    <message>
        <source>Parsing</source>
        <translation>Zerlegen</translation>
    </message>
    <message>
        <source>Executing</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Reading files</source>
        <translation>Dateien lesen</translation>
    </message>
    <message>
        <source>Writing files</source>
        <translation>Dateien schreiben</translation>
    </message>
    <message>
        <source>Waiting for the drive</source>
        <translation>Warten auf das Laufwerk</translation>
    </message>
    <message>
        <source>Committing</source>
        <translation>Festschreiben</translation>
    </message>
    <message>
        <source>Waiting for the server</source>
        <translation>Warten auf den Server</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Übriges</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>wrong answer</source>
        <translation>falsche Antwort</translation>
    </message>
    <message>
        <source>nothing is running</source>
        <translation>es läuft nichts</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>Vorbereitung</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>Messung</translation>
    </message>
    <message>
        <source>checking the answers</source>
        <translation>Prüfung der Antworten</translation>
    </message>
    <message>
        <source>cleaning up</source>
        <translation>Aufräumen</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>wird angehalten</translation>
    </message>
    <message>
        <source>over</source>
        <translation>vorbei</translation>
    </message>
    <message>
        <source>MariaDB with its old, simple tables. No safety net.</source>
        <translation>MariaDB mit ihren alten, einfachen Tabellen. Ohne Netz.</translation>
    </message>
    <message>
        <source>MariaDB with crash-safe simple tables.</source>
        <translation>MariaDB mit absturzfesten einfachen Tabellen.</translation>
    </message>
    <message>
        <source>%1 with the safety net off: as fast as it gets.</source>
        <translation>%1 ohne Netz: so schnell es geht.</translation>
    </message>
    <message>
        <source>A database in a single file, inside the application.</source>
        <translation>Eine Datenbank in einer einzigen Datei, im Programm selbst.</translation>
    </message>
    <message>
        <source>A full database server, started just for the test.</source>
        <translation>Ein voller Datenbankserver, nur für den Test gestartet.</translation>
    </message>
    <message>
        <source>A popular database server, started just for the test.</source>
        <translation>Ein verbreiteter Datenbankserver, nur für den Test gestartet.</translation>
    </message>
    <message>
        <source>Reached through Qt&apos;s SQL layer: shows what that layer costs.</source>
        <translation>Über die SQL-Schicht von Qt erreicht: zeigt, was diese Schicht kostet.</translation>
    </message>
    <message>
        <source>%1 through Qt</source>
        <translation>%1 über Qt</translation>
    </message>
    <message>
        <source>%1 through ODBC</source>
        <translation>%1 über ODBC</translation>
    </message>
    <message>
        <source>Speed comparison</source>
        <translation>Geschwindigkeitsvergleich</translation>
    </message>
    <message>
        <source>Sixteen small tests: inserts, selects, updates and deletes, with and without indexes.</source>
        <translation>Sechzehn kleine Tests: Einfügen, Lesen, Ändern und Löschen, mit und ohne Index.</translation>
    </message>
    <message>
        <source>historical: %1, %2</source>
        <translation>historisch: %1, %2</translation>
    </message>
    <message>
        <source>Nothing was left behind.</source>
        <translation>Nichts ist zurückgeblieben.</translation>
    </message>
    <message numerus="yes">
        <source>%n lap(s)</source>
        <translation>
            <numerusform>%n Runde</numerusform>
            <numerusform>%n Runden</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>time left unknown</source>
        <translation>Restzeit unbekannt</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>noch etwa %1</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>Runs %1, %2 on each of %3: about %4 in all.</source>
        <translation>Läuft: %1, je %2 auf %3: etwa %4 insgesamt.</translation>
    </message>
    <message numerus="yes">
        <source>%n database(s)</source>
        <translation>
            <numerusform>%n Datenbank</numerusform>
            <numerusform>%n Datenbanken</numerusform>
        </translation>
    </message>
    <message>
        <source>Needs %1 of the %2 free on %3.</source>
        <translation>Braucht %1 der %2, die auf %3 frei sind.</translation>
    </message>
    <message>
        <source>%1: %2 is %3 times as fast as %4, from %5 each.</source>
        <translation>%1: %2 ist %3-mal so schnell wie %4, aus je %5.</translation>
    </message>
    <message>
        <source>%1: no difference found between %2 and %3, from %4 each (ratio %5).</source>
        <translation>%1: kein Unterschied zwischen %2 und %3 gefunden, aus je %4 (Verhältnis %5).</translation>
    </message>
    <message>
        <source>%1: %2 took %3, %4 took %5. %6 each are too few for a verdict; four are needed.</source>
        <translation>%1: %2 brauchte %3, %4 brauchte %5. Je %6 sind zu wenig für ein Urteil; vier sind nötig.</translation>
    </message>
    <message>
        <source>%1: not comparable, unequal durability: %2 (%3) took %4, %5 (%6) took %7, ratio %8.</source>
        <translation>%1: nicht vergleichbar, ungleiche Dauerhaftigkeit: %2 (%3) brauchte %4, %5 (%6) brauchte %7, Verhältnis %8.</translation>
    </message>
    <message>
        <source>%1: no verdict, the run was not finished.</source>
        <translation>%1: kein Urteil, der Lauf wurde nicht beendet.</translation>
    </message>
    <message>
        <source>%1: no verdict, not every database gave a verified lap.</source>
        <translation>%1: kein Urteil, nicht jede Datenbank lieferte eine geprüfte Runde.</translation>
    </message>
    <message>
        <source>%1: %2 took %3 (median of %4).</source>
        <translation>%1: %2 brauchte %3 (Median aus %4).</translation>
    </message>
    <message>
        <source>this is not a plan in JSON (%1)</source>
        <translation>das ist kein Plan in JSON (%1)</translation>
    </message>
    <message>
        <source>no such key is known</source>
        <translation>diesen Schlüssel gibt es nicht</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a %2</source>
        <translation>„%1“ ist nicht vom Typ %2</translation>
    </message>
    <message>
        <source>is needed</source>
        <translation>wird gebraucht</translation>
    </message>
    <message>
        <source>%1 is outside of %2</source>
        <translation>%1 liegt außerhalb von %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; makes no sense here</source>
        <translation>„%1“ ergibt hier keinen Sinn</translation>
    </message>
    <message>
        <source>&apos;%1&apos; makes no sense here: %2</source>
        <translation>„%1“ ergibt hier keinen Sinn: %2</translation>
    </message>
    <message>
        <source>nothing is chosen</source>
        <translation>nichts ist gewählt</translation>
    </message>
    <message>
        <source>no engine &apos;%1&apos; is known; there are %2</source>
        <translation>keine Datenbank „%1“ bekannt; es gibt %2</translation>
    </message>
    <message>
        <source>no setting &apos;%1&apos; is known</source>
        <translation>keine Einstellung „%1“ bekannt</translation>
    </message>
    <message>
        <source>no setting &apos;%1&apos; is known; there are %2</source>
        <translation>keine Einstellung „%1“ bekannt; es gibt %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not one of %2</source>
        <translation>„%1“ gehört nicht zu %2</translation>
    </message>
    <message>
        <source>no workload &apos;%1&apos; is known; there are %2</source>
        <translation>keine Aufgabe „%1“ bekannt; es gibt %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is chosen twice (see %2)</source>
        <translation>„%1“ ist zweimal gewählt (siehe %2)</translation>
    </message>
    <message>
        <source>a password must not stand here; it comes from the keychain, a password file or a prompt</source>
        <translation>hier darf kein Passwort stehen; es kommt aus dem Schlüsselbund, einer Passwortdatei oder einer Abfrage</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not available: %2</source>
        <translation>„%1“ ist nicht verfügbar: %2</translation>
    </message>
    <message>
        <source>%2 does not offer the transport &apos;%1&apos;</source>
        <translation>%2 bietet den Übertragungsweg „%1“ nicht</translation>
    </message>
    <message>
        <source>%2 does not offer the durability &apos;%1&apos;</source>
        <translation>%2 bietet die Dauerhaftigkeit „%1“ nicht</translation>
    </message>
    <message>
        <source>%1 clients are not offered here, only %2</source>
        <translation>%1 Verbindungen gehen hier nicht, nur %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not offered by %2</source>
        <translation>„%1“ gibt es bei %2 nicht</translation>
    </message>
    <message>
        <source>there is no folder %1 (%2)</source>
        <translation>es gibt keinen Ordner %1 (%2)</translation>
    </message>
    <message>
        <source>%1 can only be read</source>
        <translation>%1 lässt sich nur lesen</translation>
    </message>
    <message>
        <source>this account may not write to %1</source>
        <translation>dieses Konto darf auf %1 nicht schreiben</translation>
    </message>
    <message>
        <source>%1 is too full: %2 are needed, %3 are free</source>
        <translation>%1 ist zu voll: %2 nötig, %3 frei</translation>
    </message>
    <message>
        <source>%1 is too full</source>
        <translation>%1 ist zu voll</translation>
    </message>
    <message>
        <source>the server&apos;s account &apos;%1&apos; cannot enter %2, so its data cannot be in %3</source>
        <translation>das Konto „%1“ des Servers kommt nicht durch %2, also können seine Daten nicht in %3 liegen</translation>
    </message>
    <message>
        <source>the path %1 is too long</source>
        <translation>der Pfad %1 ist zu lang</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2</source>
        <translation>%1 ist nicht erreichbar: %2</translation>
    </message>
    <message>
        <source>%1 refuses the password, or asks for one: %2</source>
        <translation>%1 lehnt das Passwort ab oder verlangt eines: %2</translation>
    </message>
    <message>
        <source>on %1 a right is missing: %2</source>
        <translation>auf %1 fehlt ein Recht: %2</translation>
    </message>
    <message>
        <source>no safe connection to %1: %2</source>
        <translation>keine sichere Verbindung zu %1: %2</translation>
    </message>
    <message>
        <source>%1 refuses: %2</source>
        <translation>%1 lehnt ab: %2</translation>
    </message>
    <message>
        <source>%1 is there already and is not overwritten</source>
        <translation>%1 gibt es schon und wird nicht überschrieben</translation>
    </message>
    <message>
        <source>%1 cannot be written: no right to write to %2</source>
        <translation>%1 kann nicht geschrieben werden: kein Schreibrecht in %2</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>another Drivetrain is measuring on this machine</source>
        <translation>ein anderes Drivetrain misst auf diesem Rechner</translation>
    </message>
    <message>
        <source>choose another folder, such as %1</source>
        <translation>wählen Sie einen anderen Ordner, etwa %1</translation>
    </message>
    <message>
        <source>choose another folder</source>
        <translation>wählen Sie einen anderen Ordner</translation>
    </message>
    <message>
        <source>free some space, choose another drive or a smaller scale</source>
        <translation>schaffen Sie Platz, wählen Sie ein anderes Laufwerk oder eine kleinere Größe</translation>
    </message>
    <message>
        <source>try: %1</source>
        <translation>versuchen Sie: %1</translation>
    </message>
    <message>
        <source>this makes no sense</source>
        <translation>das ergibt keinen Sinn</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>nicht verfügbar</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>can only be read</source>
        <translation>lässt sich nur lesen</translation>
    </message>
    <message>
        <source>the drive is full</source>
        <translation>das Laufwerk ist voll</translation>
    </message>
    <message>
        <source>is there already and is not overwritten</source>
        <translation>gibt es schon und wird nicht überschrieben</translation>
    </message>
    <message>
        <source>the connection failed or was lost</source>
        <translation>die Verbindung kam nicht zustande oder ging verloren</translation>
    </message>
    <message>
        <source>the password is refused, or one is missing</source>
        <translation>das Passwort wird abgelehnt, oder eines fehlt</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>keine Antwort in der Frist</translation>
    </message>
    <message>
        <source>the engine refuses</source>
        <translation>die Datenbank lehnt ab</translation>
    </message>
    <message>
        <source>the answer is wrong</source>
        <translation>die Antwort ist falsch</translation>
    </message>
    <message>
        <source>reading or writing failed</source>
        <translation>Lesen oder Schreiben ist gescheitert</translation>
    </message>
    <message>
        <source>the file is damaged or of another version</source>
        <translation>die Datei ist beschädigt oder von anderer Version</translation>
    </message>
    <message>
        <source>a defect of Drivetrain</source>
        <translation>ein Fehler in Drivetrain</translation>
    </message>
    <message>
        <source>this account may not write here</source>
        <translation>dieses Konto darf hier nicht schreiben</translation>
    </message>
    <message>
        <source>too full</source>
        <translation>zu voll</translation>
    </message>
    <message>
        <source>not a folder</source>
        <translation>kein Ordner</translation>
    </message>
    <message>
        <source>not there: %1</source>
        <translation>nicht vorhanden: %1</translation>
    </message>
    <message>
        <source>reserved for the system</source>
        <translation>dem System vorbehalten</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 cannot keep these on a drive of their own</source>
        <translation>%1 kann diese nicht auf ein eigenes Laufwerk legen</translation>
    </message>
    <message>
        <source>(%1 to %2)</source>
        <translation>(%1 bis %2)</translation>
    </message>
    <message>
        <source>%1 %, %2 to %3</source>
        <translation>%1 %, %2 bis %3</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>saving %1</source>
        <translation>spart %1</translation>
    </message>
    <message>
        <source>Parsing the text</source>
        <translation>Den Text zerlegen</translation>
    </message>
    <message>
        <source>Turning text into numbers</source>
        <translation>Text in Zahlen wandeln</translation>
    </message>
    <message>
        <source>Sixteen columns, not one</source>
        <translation>Sechzehn Spalten statt einer</translation>
    </message>
    <message>
        <source>The rest: more bytes</source>
        <translation>Der Rest: mehr Bytes</translation>
    </message>
    <message>
        <source>%1: no difference found between sixteen columns and one text (%2); parsing is %3, conversion %4, columns %5, the rest %6.</source>
        <translation>%1: kein Unterschied zwischen sechzehn Spalten und einem Text gefunden (%2); Zerlegen %3, Umwandeln %4, Spalten %5, der Rest %6.</translation>
    </message>
    <message>
        <source>%1: sixteen columns took %2 (%3) longer than one text; of the %4, parsing is %5, conversion %6, columns %7, the rest %8.</source>
        <translation>%1: sechzehn Spalten brauchten %2 (%3) länger als ein Text; von den %4 sind Zerlegen %5, Umwandeln %6, Spalten %7, der Rest %8.</translation>
    </message>
    <message>
        <source>%1: sixteen columns took %2 (%3) less than one text; of one text&apos;s time, parsing is %4, conversion %5, columns %6, the rest %7.</source>
        <translation>%1: sechzehn Spalten brauchten %2 (%3) weniger als ein Text; von dessen Zeit sind Zerlegen %4, Umwandeln %5, Spalten %6, der Rest %7.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes no file</source>
        <translation>&apos;%1&apos; nimmt keine Datei</translation>
    </message>
    <message>
        <source>&apos;%1&apos; keeps to its own transactions</source>
        <translation>&apos;%1&apos; bleibt bei den eigenen Transaktionen</translation>
    </message>
    <message>
        <source>&apos;%1&apos; goes at its own pace, until it is done</source>
        <translation>&apos;%1&apos; läuft im eigenen Takt, bis alles getan ist</translation>
    </message>
    <message>
        <source>is needed by &apos;%1&apos;</source>
        <translation>wird von &apos;%1&apos; gebraucht</translation>
    </message>
    <message>
        <source>lstat as one text in base 64</source>
        <translation>lstat als ein Text in Basis 64</translation>
    </message>
    <message>
        <source>lstat as sixteen integer columns</source>
        <translation>lstat als sechzehn Zahlenspalten</translation>
    </message>
    <message>
        <source>base 64, values bound</source>
        <translation>Basis 64, Werte gebunden</translation>
    </message>
    <message>
        <source>decimals in one text, values bound</source>
        <translation>Dezimalzahlen in einem Text, Werte gebunden</translation>
    </message>
    <message>
        <source>sixteen text columns, values bound</source>
        <translation>sechzehn Textspalten, Werte gebunden</translation>
    </message>
    <message>
        <source>sixteen integer columns, values bound</source>
        <translation>sechzehn Zahlenspalten, Werte gebunden</translation>
    </message>
    <message>
        <source>base 64, with two indexes</source>
        <translation>Basis 64, mit zwei Indizes</translation>
    </message>
    <message>
        <source>sixteen integer columns, with two indexes</source>
        <translation>sechzehn Zahlenspalten, mit zwei Indizes</translation>
    </message>
    <message>
        <source>Marking dead rows&apos; space as free</source>
        <translation>Platz toter Zeilen freigeben</translation>
    </message>
    <message>
        <source>Compacting the database</source>
        <translation>Die Datenbank verdichten</translation>
    </message>
    <message>
        <source>Rebuilding the indexes</source>
        <translation>Die Indizes neu aufbauen</translation>
    </message>
    <message>
        <source>Writing %1 records without an index</source>
        <translation>%1 Datensätze ohne Index schreiben</translation>
    </message>
    <message>
        <source>Writing them with an index entry for every field</source>
        <translation>Dieselben mit einem Indexeintrag je Feld schreiben</translation>
    </message>
    <message>
        <source>Append %1 of 5</source>
        <translation>Anfügen %1 von 5</translation>
    </message>
    <message>
        <source>Random reads</source>
        <translation>Zufällige Lesezugriffe</translation>
    </message>
    <message>
        <source>Index check</source>
        <translation>Prüfung des Index</translation>
    </message>
    <message>
        <source>Four writers, each to a database of its own</source>
        <translation>Vier Schreiber, jeder in eine eigene Datenbank</translation>
    </message>
    <message>
        <source>Four writers to one database</source>
        <translation>Vier Schreiber in eine Datenbank</translation>
    </message>
    <message>
        <source>Bulk load</source>
        <translation>Massenladen</translation>
    </message>
    <message>
        <source>Compacting (VACUUM)</source>
        <translation>Verdichten (VACUUM)</translation>
    </message>
    <message>
        <source>Library catalogue</source>
        <translation>Bibliothekskatalog</translation>
    </message>
    <message>
        <source>Your own SQL</source>
        <translation>Eigenes SQL</translation>
    </message>
    <message>
        <source>Fills a large table of a backup program, its facts as one text or as sixteen numbers.</source>
        <translation>Füllt eine große Tabelle eines Sicherungsprogramms, die Angaben als ein Text oder als sechzehn Zahlen.</translation>
    </message>
    <message>
        <source>Compacts a database full of holes: what the drive costs.</source>
        <translation>Verdichtet eine Datenbank voller Lücken: was das Laufwerk kostet.</translation>
    </message>
    <message>
        <source>Books with an index entry for every field: written, read at random, written by four at once.</source>
        <translation>Bücher mit einem Indexeintrag je Feld: geschrieben, zufällig gelesen, von vieren zugleich geschrieben.</translation>
    </message>
    <message>
        <source>Replays a file of SQL statements that you choose.</source>
        <translation>Spielt eine Datei mit SQL-Anweisungen Ihrer Wahl ab.</translation>
    </message>
</context>
<context>
    <name>drivetrain::ConnectionDialog</name>
    <message>
        <source>Keep it in the keychain</source>
        <translation>Im Schlüsselbund aufbewahren</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Connect to a server</source>
        <translation>Mit einem Server verbinden</translation>
    </message>
    <message>
        <source>Verified, but for this machine</source>
        <translation>Geprüft, außer auf diesem Rechner</translation>
    </message>
    <message>
        <source>Always verified</source>
        <translation>Immer geprüft</translation>
    </message>
    <message>
        <source>Not encrypted</source>
        <translation>Unverschlüsselt</translation>
    </message>
    <message>
        <source>name, address or folder of the socket</source>
        <translation>Name, Adresse oder Ordner des Sockets</translation>
    </message>
    <message>
        <source>usual</source>
        <translation>üblich</translation>
    </message>
    <message>
        <source>Drivetrain makes one database or schema of its own there and removes it at the end. It touches nothing else, and cannot choose the server&apos;s drive.</source>
        <translation>Drivetrain legt dort eine eigene Datenbank oder ein eigenes Schema an und entfernt es am Ende. Es rührt nichts anderes an und kann das Laufwerk des Servers nicht wählen.</translation>
    </message>
    <message>
        <source>&amp;Engine</source>
        <translation>&amp;Datenbank</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>&amp;Rechner</translation>
    </message>
    <message>
        <source>&amp;Port</source>
        <translation>&amp;Port</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>&amp;Benutzer</translation>
    </message>
    <message>
        <source>&amp;Database</source>
        <translation>D&amp;atenbankname</translation>
    </message>
    <message>
        <source>&amp;Encryption</source>
        <translation>&amp;Verschlüsselung</translation>
    </message>
    <message>
        <source>Pass&amp;word</source>
        <translation>Pass&amp;wort</translation>
    </message>
    <message>
        <source>Use this server</source>
        <translation>Diesen Server verwenden</translation>
    </message>
    <message>
        <source>Connecting...</source>
        <translation>Verbindung wird aufgebaut ...</translation>
    </message>
    <message>
        <source>The server answers, and lets Drivetrain work.</source>
        <translation>Der Server antwortet und lässt Drivetrain arbeiten.</translation>
    </message>
</context>
<context>
    <name>drivetrain::HistoryModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Laps</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Workloads</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Databases</source>
        <translation>Datenbanken</translation>
    </message>
    <message>
        <source>Drives</source>
        <translation>Laufwerke</translation>
    </message>
</context>
<context>
    <name>drivetrain::HistoryPage</name>
    <message>
        <source>Here will be every run that was started, with all that was measured.</source>
        <translation>Hier steht später jeder begonnene Lauf mit allem, was gemessen wurde.</translation>
    </message>
    <message>
        <source>&amp;Open the chosen run</source>
        <translation>Gewählten Lauf ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Earlier runs</source>
        <translation>Frühere Läufe</translation>
    </message>
</context>
<context>
    <name>drivetrain::LivePage</name>
    <message>
        <source>The run is over: %1</source>
        <translation>Der Lauf ist vorbei: %1</translation>
    </message>
    <message>
        <source>%1, lap %2 of %3: %4</source>
        <translation>%1, Runde %2 von %3: %4</translation>
    </message>
    <message>
        <source>%1 of %2 laps done, %3</source>
        <translation>%1 von %2 Runden fertig, %3</translation>
    </message>
    <message>
        <source>No statement has finished for 5 seconds. You can wait, or stop.</source>
        <translation>Seit 5 Sekunden ist keine Anweisung fertig geworden. Sie können warten oder anhalten.</translation>
    </message>
    <message>
        <source>A lap failed, the others go on: %1</source>
        <translation>Eine Runde ist gescheitert, die anderen gehen weiter: %1</translation>
    </message>
    <message>
        <source>The run is %1</source>
        <translation>Der Lauf: %1</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Rows or statements a second, logarithmic</source>
        <translation>Zeilen oder Anweisungen je Sekunde, logarithmisch</translation>
    </message>
    <message>
        <source>Processor use in %, a core is 100 %</source>
        <translation>Prozessorlast in %, ein Kern ist 100 %</translation>
    </message>
    <message>
        <source>this program</source>
        <translation>dieses Programm</translation>
    </message>
    <message>
        <source>database server</source>
        <translation>Datenbankserver</translation>
    </message>
    <message>
        <source>whole machine</source>
        <translation>ganzer Rechner</translation>
    </message>
    <message>
        <source>Where the time went, finished laps</source>
        <translation>Wo die Zeit blieb, fertige Runden</translation>
    </message>
    <message>
        <source>Steps of this lap</source>
        <translation>Schritte dieser Runde</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>Nothing is running. Choose on the first page, then press Start.</source>
        <translation>Es läuft nichts. Wählen Sie auf der ersten Seite und drücken Sie Start.</translation>
    </message>
    <message>
        <source>busiest thread</source>
        <translation>meistbeschäftigter Thread</translation>
    </message>
</context>
<context>
    <name>drivetrain::MainWindow</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>&amp;Pick</source>
        <translation>&amp;Auswahl</translation>
    </message>
    <message>
        <source>&amp;Live</source>
        <translation>&amp;Messung</translation>
    </message>
    <message>
        <source>&amp;Results</source>
        <translation>&amp;Ergebnisse</translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation>&amp;Verlauf</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>A&amp;nsicht</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Cleaned up after an interrupted run: %1</source>
        <translation>Nach einem unterbrochenen Lauf aufgeräumt: %1</translation>
    </message>
    <message>
        <source>The results file was damaged and set aside: %1</source>
        <translation>Die Ergebnisdatei war beschädigt und wurde beiseitegelegt: %1</translation>
    </message>
    <message>
        <source>A run is under way</source>
        <translation>Ein Lauf ist im Gange</translation>
    </message>
    <message>
        <source>Stop it and close? Finished laps are kept.</source>
        <translation>Anhalten und schließen? Fertige Runden bleiben erhalten.</translation>
    </message>
    <message>
        <source>Stopping, then closing...</source>
        <translation>Wird angehalten und dann geschlossen ...</translation>
    </message>
</context>
<context>
    <name>drivetrain::PathField</name>
    <message>
        <source>...</source>
        <translation>...</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Eine Datei wählen</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Einen Ordner wählen</translation>
    </message>
</context>
<context>
    <name>drivetrain::PickPage</name>
    <message>
        <source>1  Databases</source>
        <translation>1  Datenbanken</translation>
    </message>
    <message>
        <source>Which ones shall race?</source>
        <translation>Welche sollen antreten?</translation>
    </message>
    <message>
        <source>Connect to a server...</source>
        <translation>Mit einem Server verbinden ...</translation>
    </message>
    <message>
        <source>2  Drives</source>
        <translation>2  Laufwerke</translation>
    </message>
    <message>
        <source>Where shall their data be?</source>
        <translation>Wo sollen ihre Daten liegen?</translation>
    </message>
    <message>
        <source>Any folder...</source>
        <translation>Beliebiger Ordner ...</translation>
    </message>
    <message>
        <source>3  Workloads</source>
        <translation>3  Aufgaben</translation>
    </message>
    <message>
        <source>What shall they do?</source>
        <translation>Was sollen sie tun?</translation>
    </message>
    <message>
        <source>Looking at databases and drives...</source>
        <translation>Datenbanken und Laufwerke werden gesucht ...</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Start</translation>
    </message>
    <message>
        <source>Version %1.</source>
        <translation>Version %1.</translation>
    </message>
    <message>
        <source>Not available: %1. To install it: %2</source>
        <translation>Nicht verfügbar: %1. Zum Einrichten: %2</translation>
    </message>
    <message>
        <source>Home drive (%1)</source>
        <translation>Eigenes Laufwerk (%1)</translation>
    </message>
    <message>
        <source>%1 free of %2</source>
        <translation>%1 frei von %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Choose at least one database.</source>
        <translation>Wählen Sie mindestens eine Datenbank.</translation>
    </message>
    <message>
        <source>Choose at least one drive.</source>
        <translation>Wählen Sie mindestens ein Laufwerk.</translation>
    </message>
    <message>
        <source>Choose at least one workload.</source>
        <translation>Wählen Sie mindestens eine Aufgabe.</translation>
    </message>
    <message>
        <source>This cannot start yet: see what is marked.</source>
        <translation>So kann es noch nicht losgehen: siehe die Markierungen.</translation>
    </message>
    <message>
        <source>Somebody&apos;s server; its drive cannot be chosen here.</source>
        <translation>Ein fremder Server; sein Laufwerk lässt sich hier nicht wählen.</translation>
    </message>
    <message>
        <source>A folder on the drive</source>
        <translation>Ein Ordner auf dem Laufwerk</translation>
    </message>
    <message>
        <source>This cannot start yet:</source>
        <translation>So kann es noch nicht losgehen:</translation>
    </message>
    <message>
        <source>Connection...</source>
        <translation>Verbindung …</translation>
    </message>
    <message>
        <source>Forget this server</source>
        <translation>Diesen Server vergessen</translation>
    </message>
</context>
<context>
    <name>drivetrain::ResultModel</name>
    <message>
        <source>wrong answer</source>
        <translation>falsche Antwort</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>%1 s   %2×</source>
        <translation>%1 s   %2×</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>The fastest in this row</source>
        <translation>Der schnellste dieser Zeile</translation>
    </message>
    <message>
        <source>Step (median of all laps)</source>
        <translation>Schritt (Median aller Runden)</translation>
    </message>
</context>
<context>
    <name>drivetrain::ResultsPage</name>
    <message>
        <source>Every step</source>
        <translation>Jeder Schritt</translation>
    </message>
    <message>
        <source>All steps together</source>
        <translation>Alle Schritte zusammen</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>Wohin die Zeit ging</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern als</translation>
    </message>
    <message>
        <source>Picture (PNG)</source>
        <translation>Bild (PNG)</translation>
    </message>
    <message>
        <source>Drawing (SVG)</source>
        <translation>Zeichnung (SVG)</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>Tabelle (CSV)</translation>
    </message>
    <message>
        <source>Everything (JSON)</source>
        <translation>Alles (JSON)</translation>
    </message>
    <message>
        <source>Report (HTML)</source>
        <translation>Bericht (HTML)</translation>
    </message>
    <message>
        <source>Show all &amp;settings</source>
        <translation>Alle &amp;Einstellungen zeigen</translation>
    </message>
    <message>
        <source>Run %1, %2, %3. Size %4, %5 repetitions, %6, seed %7.</source>
        <translation>Lauf %1, %2, %3. Größe %4, %5 Wiederholungen, %6, Startwert %7.</translation>
    </message>
    <message>
        <source>Historical: %1 (%2). %3.</source>
        <translation>Historisch: %1 (%2). %3.</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>Gespeichert: %1</translation>
    </message>
    <message>
        <source>Steps and databases</source>
        <translation>Schritte und Datenbanken</translation>
    </message>
    <message>
        <source>What the chart shows</source>
        <translation>Was das Diagramm zeigt</translation>
    </message>
    <message>
        <source>There is such a file already</source>
        <translation>Diese Datei gibt es schon</translation>
    </message>
    <message>
        <source>%1 stays as it is. Save as %2 instead?</source>
        <translation>%1 bleibt, wie sie ist. Stattdessen als %2 speichern?</translation>
    </message>
    <message>
        <source>Show the &amp;historical figures</source>
        <translation>&amp;Historische Zahlen zeigen</translation>
    </message>
    <message>
        <source>No run yet. Choose on the first page, then press Start; or open an earlier run.</source>
        <translation>Noch kein Lauf. Wählen Sie auf der ersten Seite und drücken Sie Start; oder öffnen Sie einen früheren Lauf.</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>&amp;Workload:</source>
        <translation>&amp;Aufgabe:</translation>
    </message>
    <message>
        <source>What sixteen columns cost</source>
        <translation>Was sechzehn Spalten kosten</translation>
    </message>
</context>
<context>
    <name>drivetrain::SettingsStrip</name>
    <message>
        <source> times</source>
        <translation> Mal</translation>
    </message>
    <message>
        <source>&amp;Repeat</source>
        <translation>&amp;Wiederholungen</translation>
    </message>
    <message>
        <source>How often each test is repeated. A verdict needs at least four.</source>
        <translation>Wie oft jeder Test wiederholt wird. Ein Urteil braucht mindestens vier.</translation>
    </message>
    <message>
        <source> x as published</source>
        <translation> x wie veröffentlicht</translation>
    </message>
    <message>
        <source>Si&amp;ze of the data</source>
        <translation>&amp;Größe der Daten</translation>
    </message>
    <message>
        <source>1 is the size of the published tests; more takes longer.</source>
        <translation>1 ist die Größe der veröffentlichten Tests; mehr dauert länger.</translation>
    </message>
    <message>
        <source>&amp;Durability</source>
        <translation>&amp;Dauerhaftigkeit</translation>
    </message>
    <message>
        <source>What a power cut may cost. Databases that name their own keep it.</source>
        <translation>Was ein Stromausfall kosten darf. Datenbanken mit eigener Angabe behalten sie.</translation>
    </message>
    <message>
        <source>S&amp;tatements</source>
        <translation>A&amp;nweisungen</translation>
    </message>
    <message>
        <source>How statements reach the database.</source>
        <translation>Wie Anweisungen zur Datenbank gelangen.</translation>
    </message>
    <message>
        <source>More...</source>
        <translation>Mehr ...</translation>
    </message>
    <message>
        <source>Show more settings</source>
        <translation>Weitere Einstellungen zeigen</translation>
    </message>
    <message>
        <source>S&amp;eed</source>
        <translation>Start&amp;wert</translation>
    </message>
    <message>
        <source>The same seed makes the same data.</source>
        <translation>Derselbe Startwert ergibt dieselben Daten.</translation>
    </message>
    <message>
        <source>made from the seed</source>
        <translation>aus dem Startwert erzeugt</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>wie üblich</translation>
    </message>
    <message>
        <source>with the data</source>
        <translation>bei den Daten</translation>
    </message>
    <message>
        <source>Your &amp;file</source>
        <translation>Eigene Da&amp;tei</translation>
    </message>
    <message>
        <source>For workloads that take one: SQL to replay, INSERTs to load, records to catalogue.</source>
        <translation>Für Aufgaben, die eine nehmen: SQL zum Abspielen, INSERTs zum Laden, Datensätze zum Katalogisieren.</translation>
    </message>
    <message>
        <source>as the workload has it</source>
        <translation>wie die Aufgabe es hat</translation>
    </message>
    <message>
        <source>Statements a t&amp;ransaction</source>
        <translation>Anweisungen je T&amp;ransaktion</translation>
    </message>
    <message>
        <source>How many are committed together, where the workload lets you choose.</source>
        <translation>Wie viele zusammen festgeschrieben werden, wo die Aufgabe die Wahl lässt.</translation>
    </message>
    <message>
        <source>Te&amp;mporary files on</source>
        <translation>Te&amp;mporäre Dateien auf</translation>
    </message>
    <message>
        <source>A folder on a drive of their own.</source>
        <translation>Ein Ordner auf einem eigenen Laufwerk.</translation>
    </message>
    <message>
        <source>&amp;Write-ahead log on</source>
        <translation>&amp;Write-Ahead-Log auf</translation>
    </message>
    <message>
        <source>A folder on a drive of its own, for servers that can.</source>
        <translation>Ein Ordner auf einem eigenen Laufwerk, für Server, die das können.</translation>
    </message>
</context>
</TS>
