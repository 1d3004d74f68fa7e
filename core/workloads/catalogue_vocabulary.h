// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <string_view>

/// What generated catalogue records are made of; ASCII. Words that stand first come more often.
namespace drivetrain::vocabulary {

template <typename... Words>
constexpr auto list(const Words &...words)
{
    return std::array<std::string_view, sizeof...(Words)>{words...};
}

/// Content words of English titles.
inline constexpr auto englishWords = list(
    "library", "documentation", "information", "education", "development", "management",
    "culture", "research", "science", "technology", "literature", "cataloguing", "classification",
    "children's", "preservation", "communication", "planning", "school", "training", "society",
    "history", "language", "bibliography", "archives", "university", "reading", "teaching",
    "media", "conservation", "environment", "population", "literacy", "statistics", "indexing",
    "retrieval", "services", "systems", "copyright", "heritage", "museum", "publishing",
    "acquisition", "circulation", "periodicals", "manuscripts", "newspapers", "microfilm",
    "reference", "readers'", "users'", "librarian's", "agriculture", "hydrology", "oceanography",
    "ecology", "vegetation", "resources", "soil", "climate", "energy", "industry", "economics",
    "policy", "employment", "equality", "rights", "women", "youth", "rural", "urban", "regional",
    "international", "national", "public", "private", "local", "central", "modern", "general",
    "comparative", "experimental", "scientific", "social", "cultural", "technical", "primary",
    "secondary", "higher", "adult", "continuing", "distance", "curriculum", "teachers'",
    "students", "textbooks", "evaluation", "measurement", "analysis", "method", "theory",
    "practice", "survey", "guide", "handbook", "manual", "introduction", "principles", "problems",
    "aspects", "studies", "report", "proceedings", "papers", "abstracts", "catalogue",
    "directory", "dictionary", "thesaurus", "atlas", "register", "computer", "automation",
    "network", "database", "standards", "format", "exchange", "cooperation", "organization",
    "administration", "finance", "budget", "building", "equipment", "furniture", "binding",
    "paper", "ink", "printing", "typography", "illustration", "music", "painting", "architecture",
    "archaeology", "anthropology", "geography", "geology", "philosophy", "psychology",
    "sociology", "religion", "law", "mathematics", "physics", "chemistry", "biology", "medicine",
    "nutrition", "health", "water", "forests", "deserts", "mountains", "rivers", "islands",
    "coastal", "tropical", "arid", "marine", "mineral", "nuclear", "solar", "wind", "earthquakes",
    "volcanoes", "floods", "drought", "erosion");

/// What stands before some of them.
inline constexpr auto englishLinks = list(
    "of", "of the", "in", "in the", "and", "for", "for the", "on", "and the", "to", "with",
    "from", "under", "towards", "through", "a");

/// Content words of French titles.
inline constexpr auto frenchWords = list(
    "bibliotheque", "documentation", "l'information", "l'education", "developpement", "gestion",
    "culture", "recherche", "science", "technique", "litterature", "catalogage", "classification",
    "lecture", "d'archives", "conservation", "communication", "l'enseignement", "planification",
    "ecole", "formation", "societe", "l'histoire", "langue", "bibliographie", "universite",
    "livres", "lecteurs", "presse", "medias", "l'environnement", "population",
    "d'alphabetisation", "statistiques", "l'indexation", "services", "systemes", "patrimoine",
    "musee", "l'edition", "periodiques", "manuscrits", "journaux", "microfilms", "l'agriculture",
    "hydrologie", "l'ecologie", "vegetation", "ressources", "climat", "l'energie", "l'industrie",
    "economie", "politique", "l'emploi", "droits", "femmes", "jeunesse", "region", "villes",
    "national", "public", "general", "comparee", "scientifique", "sociale", "culturelle",
    "primaire", "secondaire", "superieur", "adultes", "programmes", "manuels", "etudiants",
    "l'evaluation", "mesure", "analyse", "methode", "theorie", "pratique", "enquete", "guide",
    "introduction", "principes", "problemes", "aspects", "etudes", "rapport", "actes", "colloque",
    "resumes", "catalogue", "repertoire", "dictionnaire", "atlas", "ordinateur", "reseau",
    "normes", "cooperation", "d'organisation", "l'administration", "finances", "batiments",
    "reliure", "papier", "imprimerie", "musique", "peinture", "archeologie", "geographie",
    "philosophie", "psychologie", "religion", "mathematiques", "physique", "chimie", "biologie",
    "sante", "forets");

/// What stands before some of them.
inline constexpr auto frenchLinks = list(
    "de", "de la", "et", "des", "du", "dans la", "dans les", "pour la", "pour les", "sur les",
    "et la", "en", "aux", "par la");

/// Authors.
inline constexpr auto surnames = list(
    "Abeywickrama", "Adams", "Aguilar", "Andersson", "Bernard", "Bianchi", "Blanchard", "Bosian",
    "Brown", "Campbell", "Carvalho", "Chatterjee", "Clark", "Cohen", "Dubois", "Dupont",
    "Eckardt", "Edwards", "Evans", "Fernandez", "Fischer", "Fontaine", "Fournier", "Franco",
    "Garcia", "Gauthier", "Gonzalez", "Green", "Grieve", "Gupta", "Hansen", "Harris", "Hernandez",
    "Hoffmann", "Ibrahim", "Ivanov", "Jackson", "Janssen", "Johnson", "Kaplan", "Kowalski",
    "Krishnan", "Kumar", "Lambert", "Laurent", "Lefebvre", "Leroy", "Lindberg", "Lopez",
    "MacDonald", "Magalhaes", "Martin", "Martinez", "Mehta", "Meyer", "Mitchell", "Moreau",
    "Morel", "Mukherjee", "Mueller", "Nakamura", "Nguyen", "Novak", "O'Brien", "O'Connor",
    "Okafor", "Oliveira", "Olsen", "Pereira", "Perrin", "Petersen", "Ramanathan", "Ranganathan",
    "Richardson", "Robinson", "Rodriguez", "Rousseau", "Sanchez", "Schmidt", "Schneider", "Silva",
    "Simmonds", "Smith", "Sokolov", "Stewart", "Suzuki", "Tanaka", "Taylor", "Thompson",
    "Vasquez", "Vogel", "Wagner", "Watanabe", "Williams", "Wilson", "Yamamoto", "Zimmermann");

/// Places of publication and of meetings.
inline constexpr auto cities = list(
    "Paris", "London", "New York", "Geneva", "Rome", "Vienna", "Brussels", "The Hague", "Madrid",
    "Dacca", "Nairobi", "Cairo", "Delhi", "Bangkok", "Tokyo", "Montreal", "Ottawa", "Lagos",
    "Dakar", "Accra", "Tunis", "Rabat", "Beirut", "Lisbon", "Oslo", "Stockholm", "Helsinki",
    "Berlin", "Prague", "Warsaw", "Budapest", "Athens", "Mexico", "Lima", "Santiago", "Caracas",
    "Bogota", "Manila", "Jakarta", "Colombo", "Karachi", "Sydney", "Montpellier", "Toulouse",
    "Grenoble", "Oxford", "Cambridge", "Edinburgh", "Dublin", "Zurich");

inline constexpr auto publishers = list(
    "Unesco", "Unesco", "Unesco", "HMSO", "Wiley", "Pergamon", "Elsevier", "Bowker", "Mansell",
    "Saur", "Hachette", "Larousse", "Masson", "Dunod", "PUF", "Gauthier-Villars", "Bingley",
    "Academic Press", "Scarecrow Press", "University Press", "Mouton", "Harrap", "Longman",
    "Macmillan", "Documentation francaise", "FID", "IFLA", "FAO", "WHO");

inline constexpr auto countries = list(
    "France", "India", "Pakistan", "Ceylon", "Nigeria", "Kenya", "Egypt", "Tunisia", "Morocco",
    "Senegal", "Ghana", "Canada", "Mexico", "Peru", "Chile", "Brazil", "Colombia", "Japan",
    "Thailand", "Indonesia", "Philippines", "Australia", "Spain", "Portugal", "Italy",
    "Switzerland", "Belgium", "Netherlands", "Denmark", "Norway", "Sweden", "Finland", "Poland",
    "Hungary", "Greece", "Lebanon", "Iran", "Iraq", "Turkey", "Malaysia");

/// How the names of corporate bodies begin.
inline constexpr auto institutions = list(
    "University of", "National Library of", "Institute of", "Council of", "Association for",
    "Academy of", "Ministry of", "Centre for", "Department of", "International Federation for",
    "Society for", "Commission on", "Institut de", "Centre national de", "Universite de",
    "Office of", "Bureau of", "Federation of");

/// How the names of meetings begin.
inline constexpr auto meetings = list(
    "Symposium on", "Conference on", "Meeting of Experts on", "Seminar on", "Colloque sur",
    "Congress on", "Workshop on", "Regional Conference on", "Training Seminar on",
    "Round Table on");

inline constexpr auto notes = list(
    "Incl. bibl.", "Summary in English and French", "Incl. bibl.", "Also published in French",
    "Incl. bibl.", "Incl. bibl. and index", "Text in English, French and Spanish",
    "Limited distribution", "Photocopy of the original report", "Incl. references");

inline constexpr auto editions = list(
    "2 ed.", "2nd ed.", "3 ed.", "20", "Rev. ed.", "30", "2e ed.", "New", "1st", "4 ed.");

} // namespace drivetrain::vocabulary
