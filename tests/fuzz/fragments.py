"""Pieces of notes, one or more for what every family of rules looks for, to be put together in no sensible order."""

FRAGMENTS: tuple[str, ...] = (
    "Mme Lucie ZORGLUBINE", "M. Jean-Baptiste d'Argent", "Dr P. KRAPULEK", "Pr LE BIHAN", "docteur Krapulek",
    "sa fille Maëlle", "son époux, M. ZORGLUBINE", "Nom : ZORGLUBINE", "Prénom : Lucie", "née ZORGLUBINE",
    "ZORGLUBINE Lucie", "L. Z.", "MmeZORGLUBINE", "interne : K. Durand", "signé électroniquement par Dr KRAPULEK",
    "née le 04/09/1951", "née le 4 septembre 1951", "DDN: 04.09.51", "le 3 février 2021", "du 3 au 11 février",
    "03/02/21", "3-2-2021", "2021-02-03", "02/2021", "mars 2019", "en 2014", "le 1er mai", "Noël 2020", "le 31/02/2021",
    "le trois mars deux mille vingt", "l'été 2018", "lundi 3 à 14h30", "J+3", "il y a 3 ans", "depuis 2014",
    "69 ans", "âgé de 3 mois", "âge : 69", "soixante-neuf ans", "1 an et demi", "34 SA", "95 ans",
    "06 39 98 41 07", "+33 6 39 98 41 07", "03.80.11.22.33", "poste 4521", "fax : 0380112233", "15",
    "lucie.zorglubine@example.fr", "www.chu-dijon.example/dossier?id=12", "https://example.fr",
    "IPP 700418832", "NIP : 8004312557", "NDA 240098127", "2 51 09 21 231 045 17", "RPPS 10001234567",
    "FR76 3000 6000 0112 3456 7890 189", "FINESS 210780581", "réf. : PK/ML/2021-03", "N/Réf : JD/mb",
    "4 rue des Lilas", "12 bis, avenue du Général-de-Gaulle, 21000 DIJON", "BP 77908", "Cedex 9", "chambre 212",
    "21000 Dijon", "à Saint-Étienne", "Dijon (21)", "Ajaccio (2A)", "habite en Côte-d'Or", "Paris XIIIe", "Lyon 3",
    "CHU de Dijon", "Clinique des Trois Vallons", "EHPAD Les Tilleuls", "service de pneumologie", "UF 3412",
    "maladie de Parkinson", "Hb 9,1 g/dL", "TA 12/8", "Glasgow 15", "2/3", "G2P1", "1/1/1", "T4N2M0", "0,5 mg x 3/j",
    "Courrier du 12/03/2021 reçu le 15/03", "[LASTNAME]", "<b>DUR</b>AND", "XXXXX", "…", "***", "______", "\t|\t",
)  # fmt: skip
