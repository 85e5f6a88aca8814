"""Each refusal in both directions: what it leaves unmasked, and the like that stays masked."""

from __future__ import annotations

import pytest

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.disguises.words import view_of
from palimpseste.detection.refusals import refusal_of, without_refused
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Span

# The refusal, a passage with what is refused between brackets, and its label.
REFUSED = [
    ("acronym", "Référentiel : [TNCD]", "LASTNAME"),
    ("acronym", "hôpital de Paimpol), [ait]\nPrémed", "FIRSTNAME"),
    ("verb", "l'atarax de sa mère, dit [regretter]", "LASTNAME"),
    ("verb", "refuse de [vomir] encore", "CITY"),
    ("weekday", "wk : katia [samedi], mickaël dimanche", "LASTNAME"),
    ("weekday", "katia vient [dimanche] matin", "FIRSTNAME"),
    ("body.generic", "ancien secrétaire de [mairie], puis", "ORGANIZATION"),
    ("body.generic", "résultat du [labo de ville] : 12", "ORGANIZATION"),
    ("since", "suivie depuis [17 ans]. Naissance", "AGE"),
    ("since", "quitte l'hospitalisation complète après [4 mois et 11 jours]. Voici", "AGE"),
    ("control", "Revoir Dr Petit à [1 mois] (4 déc.)", "AGE"),
    ("pressure.said", "pour la tension : Amlor 5, c'est [14/9], le petit", "DATE"),
    ("count.cores", "biopsies du Dr Petit ([8/12]), TEP", "DATE"),
    ("match.ten", "donneuse possible Bébé, [10/10] mais HTLV", "DATE"),
    ("fool", "poisson d'[avril] collé", "DATE"),
    ("days.week", "dialysé au centre, [M-J-S] matin", "FIRSTNAME"),
    ("mutation", "père : porteur [G542X], sœur", "OTHER_ID"),
    ("count.blood", "vésicule, [gb 14000], fièvre", "OTHER_ID"),
    ("laser", "séton, [FiLaC 13 W 980 nm], fermé", "OTHER_ID"),
    ("valve", "la valve aortique ([Saint-Jude], 2016)", "HOSPITAL"),
    ("drug.short", "PAM 92 sous [Nora].", "FIRSTNAME"),
    ("drug.short", "[nora] descendue de 1.8 mg", "FIRSTNAME"),
    ("care.generic", "[rééducation de la marche], vingt séances", "HOSPITAL"),
    ("column.measured", "date | TA | DAS\n12/01/23 | [13/8] | 4,1", "DATE"),
    ("species", "Effet sur [Brassica] oleracea L. en culture", "FIRSTNAME"),
    ("species", "le lézard vert ( [Lacerta viridis] Laur .)", "LASTNAME"),
    ("species", "le lézard vert ( Lacerta viridis [Laur] .)", "FIRSTNAME"),
    ("species", "candidémie (C. [albicans]) le 24", "LASTNAME"),
    ("species", "POROSPORA ([POROSPORIDAE])", "LASTNAME"),
    ("term.letters", "lithotritie extracorporelle ([LEC]) en urologie", "LASTNAME"),
    ("term.letters", "syndrome d'immunodéficience acquise ([SIDA])", "LASTNAME"),
    ("term.letters", "femelle ( T . [G . F .]) chez", "LASTNAME"),
    ("drug.stem", "patients traités par [lamivudine]", "FIRSTNAME"),
    ("kind.said", "fracture chez le [vieillard]", "LASTNAME"),
    ("kind.said", "ablation chez [la brebis] gravide", "LASTNAME"),
    ("title.first", "[Les malaises] du nourrisson", "HOSPITAL"),
    ("disease.of", "la maladie de [Di Guglielmo] ; présence", "LASTNAME"),
    ("disease.of", "maladie de Legg-Calvé-[Perthes]", "CITY"),
    ("authors", "D. Dargent et [al.] 2002", "FIRSTNAME"),
    ("adjective", "étude [clinique du Vascoril]", "HOSPITAL"),
    ("number.emergency", "Rappeler le [15] si confusion", "DATE"),
    ("number.emergency", "appelez le [15] en cas de forte fièvre", "DATE"),
    ("number.emergency", "Fièvre avant 3 mois : le [15].", "DATE"),
    ("number.emergency", "demandent si faut appeler le [15] -> non", "DATE"),
    ("number.emergency", "Toutes urgences : le [15].", "DATE"),
    ("number.emergency", "Douleur dans la poitrine : faites le [15], sans attendre", "DATE"),
    ("number.emergency", "appeler le 3114 si besoin, ou le [15].", "DATE"),
    ("number.emergency", "appeler le [3114] si besoin", "DATE"),
    ("number.emergency", "il a forcé la porte et a appelé le [15].", "DATE"),
    ("number.emergency", "a appelé le 15 puis le [18]. femme en route", "DATE"),
    ("number.emergency", "1) appeler le [15] ; 2) allonger", "DATE"),
    ("number.emergency", "Femme adressée par le [15] pour douleur", "DATE"),
    ("number.emergency", "joignable au 02 96 22 91 56, sinon le [15]", "DATE"),
    ("number.emergency", "S'il resaigne : le [15], tout de suite", "DATE"),
    ("number.emergency", "L'épouse appelle le [15] à 06h10.", "DATE"),
    ("number.emergency", "22:10 douleur, appel de Désiré au [15]\n22:45 SMUR", "DATE"),
    ("number.emergency", "en cas de choc sur la tête faites le [15].", "DATE"),
    ("number.emergency", "prévenir la mère, puis le [15]\nperte de connaissance", "DATE"),
    ("since", "que je connais depuis [vingt ans] et", "AGE"),
    ("since", "qui traînent depuis bientôt [6 ans].", "AGE"),
    ("since", "Mme P. revient après [deux ans].", "AGE"),
    ("since", "après un séjour de [22 jours] pour fracture", "AGE"),
    ("breed", "éleveur à Jussac, [salers], arrêt impossible", "CITY"),
    ("breed", "Le lait de [Montbéliarde] est-il coupable ?", "FIRSTNAME"),
    ("link.open", "[pharmacie de] remplacement pharmacie", "ORGANIZATION"),
    ("link.open", "éducation physique au [collège du] 8 au 26 janvier", "ORGANIZATION"),
    ("link.open", "sur le [toit de l]'hôpital", "LOCATION"),
    ("weight.born", "cicatrice propre. petite Defne [3420], reprend bien", "AGE"),
    ("weight.born", "gabin (3120 naiss, [2900] sortie)", "BIRTHDATE"),
    ("day.none", "anesthésie locale, suture au [6/0])", "DATE"),
    ("day.none", "rotations Pointe-Noire / Cabinda, [28/28]. Départ", "DATE"),
    ("count.all", "agrafes otees [12/12]. petite", "DATE"),
    ("count.all", "Séances réalisées : [13] (02/09 -> 30/09/2025)", "DATE"),
    ("count.all", "Nombre de cures : [6]", "DATE"),
    ("place.generic", "il habitait à côté de la [rivière]. depuis", "LOCATION"),
    ("place.generic", "il le pose sur [le balcon] et fume", "LOCATION"),
    ("day.ordinal", "auto-examen le [1er] de chaque mois", "DATE"),
    ("day.ordinal", "injection le [1er] et le 3e jeudi", "DATE"),
    ("day.round", "astreinte [24/24]", "PHONE"),
    ("postscript", "H. R.\n[P.S.] merci pour les letchis.", "LASTNAME"),
    ("abbreviation", "Dr Rania Khoury, [O.R.L.], Vierzon", "LASTNAME"),
    ("abbreviation", "nuit et [W.-E.] 78.55.10", "FIRSTNAME"),
    ("volume", "La Revue sage-femme, 2012, [11](4), p. 160", "DATE"),
    ("volume", "BEH. 2014;([12]):201-8", "DATE"),
    ("page", "Le Tanneur (p. [18]), Mambo", "AGE"),
    ("count.room", "ch. [22], maternité niveau 3", "DATE"),
    ("count.room", "dossiers 3, [7] et 9 seuls reproduits", "DATE"),
    ("age.many", "L'âge moyen était de 47,2 ± [11 ans]", "AGE"),
    ("age.many", "âge médian [52 ans]", "AGE"),
    ("drug.registered", "huiles de poisson ( [Maxepa] ( R ))", "FIRSTNAME"),
    ("drug.registered", "huiles de poisson ( Maxepa ( [R] ))", "FIRSTNAME"),
    ("virus.named", "infection par le virus [Sendaï] .", "CITY"),
    ("study.named", "la deuxième enquête [MONICA] ( 1988 )", "FIRSTNAME"),
    ("study.named", "relire l'essai [TICORA]", "LASTNAME"),
    ("count.thousands", "les [12] 000 nouveaux cas", "DATE"),
    ("seniority", "les neurinomes : [12 ans] d' expérience", "AGE"),
    ("duration.pair", "le rat de [5] , 12 et 12 semaines", "DATE"),
    ("species", "Salmonella ( [S . colombo] ) isolé", "LASTNAME"),
    ("week.counted", "revoir lundi en [quinze]", "DATE"),
    ("disease.named", "oncle = [Gilles] de la Tourette", "FIRSTNAME"),
    ("disease.named", "oncle = gilles [de la tourette]", "LASTNAME"),
    ("disease.named", "oncle = [Gilles de la Tourette]", "FIRSTNAME"),
    ("field.diagnosis", "Dx : [EAMPOC], 3 jours", "LASTNAME"),
    ("type.letter", "influenza [A]. Tx : prednisone", "FIRSTNAME"),
    ("type.letter", "grippe [B], isolement", "LASTNAME"),
    ("column.expected", "   [Théo]    Pré     %Théo   Post", "FIRSTNAME"),
    ("column.expected", "   Théo    Pré     %[Théo]   Post", "FIRSTNAME"),
    ("column.expected", "Mesuré   [Théo]   100", "FIRSTNAME"),
    ("column.expected", "[Théo] (GLI 2012)   %", "FIRSTNAME"),
    ("class.eponym", "amputation distale [Allen] III, lambeau", "LASTNAME"),
    ("class.eponym", "fracture ouverte [Gustilo] II", "LASTNAME"),
    ("form.value", "Sexe : [Masculin]\nPoids : 70 kg", "LASTNAME"),
    ("form.value", "Groupe sanguin : [O], rhésus positif", "LASTNAME"),
    ("form.value", "Médecin traitant : [Aucun]", "LASTNAME"),
    ("form.value", "Situation : [Marié], deux enfants", "FIRSTNAME"),
    ("form.trade", "Profession : [Boulanger]\nPoids", "LASTNAME"),
    ("law.number", "Décret n° [2012-1120] du", "OTHER_ID"),
    ("drug.laboratory", "PARACETAMOL [MYLAN] 500 mg", "FIRSTNAME"),
    ("drug.laboratory", "Amoxicilline [Biogaran] 1 g", "LASTNAME"),
    ("list.letter", "A. [Selles]\nB. Urines", "LASTNAME"),
    ("list.letter", "[A]. Selles\nB. Urines", "FIRSTNAME"),
    ("list.letter", "A. Selles\n[B]. Urines", "FIRSTNAME"),
    ("list.letter", "Milieu de culture ?\na. Chapman\n[b.] CCFA\nc. Hektoen\nd. Schaedler", "FIRSTNAME"),
    ("list.letter", "[a]. AB et AB\nb. AO et BO\nc. AO et AB\nd. AB et BO", "LASTNAME"),
    ("law.date", "la loi du [18 août 2013]", "DATE"),
    ("law.date", "Décret n° 2007-285 du [3 mars 2007]", "DATE"),
    ("measure.decimal", "INR [2.03]", "DATE"),
    ("measure.decimal", "IMC = [24.07] kg/m2", "DATE"),
    ("range.decimal", "[12.0-16]", "DATE"),
    ("strength.grade", "MI [3/5] à droite", "DATE"),
    ("eye.acuity", "Acuité visuelle OD [10/12]", "DATE"),
    ("number.emergency", "appelez le [15] ou le 112", "DATE"),
    ("clock.hour", "Douleurs apparues vers [22 heures]", "AGE"),
    ("article.elided", "depuis [l]'automne 2017", "DATE"),
    ("duration.pair", "contrôle à [24] et 48 heures", "DATE"),
    ("duration.pair", "entre [3] et 6 mois", "DATE"),
    ("eye.chart", "lecture [10/10] Parinaud 2", "DATE"),
    ("eye.chart", "vision de l'œil gauche de [8/10] sans correction", "DATE"),
    ("duration.pair", "des clichés à 2, [6], 12 et 24 heures", "DATE"),
    ("eye.chart", "[4/10] au niveau de l'œil gauche", "DATE"),
    ("score.ten", "Apgar coté à 8/10 puis [10/10] à cinq minutes", "DATE"),
    ("score.ten", "fille 3 410 g, apg [9/10/10], bien", "DATE"),
    ("range.decimal", "[28.0-34]", "PHONE"),
    ("range.decimal", "[02-0.60]", "DATE"),
    ("law.article", "l'article L. [441-1-2] du code", "DATE"),
    ("count.of", "synthèse, semaine [4/6]", "DATE"),
    ("measure.pair", "nodules de [7], 11 et 14 mm", "DATE"),
    ("measure.pair", "nodules de 7, 11 et [14 mm]", "DATE"),
    ("stage.tnm", "pTNM : [PT]", "LASTNAME"),
    ("set.phrase", "en lieu et [place du plâtre]", "LOCATION"),
    ("seniority", "ancienneté [12 ans], câbleur", "AGE"),
    ("number.emergency", "Le voisin appelle le [15]. Le médecin régulateur envoie", "DATE"),
    ("list.option", "[a]. Périndopril\nb. Amiloride\nc. Vérapamil", "FIRSTNAME"),
    ("list.option", "a. Périndopril\nb. [Amiloride]\nc. Vérapamil", "LASTNAME"),
    ("drug.dosed", "Zanextra 10 mg puis Zanextra 20 mg. [Zanextra] bien toléré", "FIRSTNAME"),
    ("drug.dosed", "Zanextra 2 , 5 mg. Le traitement par [Zanextra] est poursuivi", "LASTNAME"),
    ("drug.dosed", "Comment Zanextra est-il utilisé ? [Zanextra] 40 microgrammes par dose", "LASTNAME"),
    ("drug.dosed", "[Zanextra] est indiqué chez l'adulte. Zanextra 40 mg par jour", "LASTNAME"),
    ("drug.laboratory", "Olanzapine Teva 5 mg le soir. Olanzapine [Teva] est bien tolérée", "FIRSTNAME"),
    ("drug.registered", "le traitement par [KEPPRA]® est repris", "LASTNAME"),
    ("drug.registered", "sous [lévétiracétam] (KEPPRA®)", "LASTNAME"),
    ("question.word", "[Quelle est la] dose maximale", "LASTNAME"),
    ("question.word", "Parmi ces signes, [lesquels] évoquent", "FIRSTNAME"),
    ("care.generic", "[INSTITUT DE CANCÉROLOGIE]\nDossier", "HOSPITAL"),
    ("degrees", "flexion à 80° au 4 et [95]° au 6", "DATE"),
    ("age.threshold", "une personne de plus de [16 ans]", "AGE"),
    ("adjective", "à l'examen [clinique la patiente] était pâle", "HOSPITAL"),
    ("law.dictated", "les amendements identiques, numéros [huit et vingt-huit]", "PHONE"),
    ("law.dictated", "l'article n° [douze] du code", "OTHER_ID"),
    ("trade.said", "DANIELYAN Anahit, 26 ans, [joaillière], née à Gyumri", "CITY"),
    ("trade.said", "[Cordonnier] de métier puis forain", "LASTNAME"),
    ("origin.said", "d'origine [kosovare], hébergé", "FIRSTNAME"),
    ("feast.saint", "le jour de la [Saint-Blaise]", "CITY"),
    ("feast.named", "ne sort plus depuis la [Toussaint]", "LASTNAME"),
    ("feast.named", "revue avant l'[Ascension]", "FIRSTNAME"),
    ("particle.alone", "épouse [de] Fulbert", "LASTNAME"),
    ("particle.alone", "IRM (Sandrine [de] neuroradio)", "LASTNAME"),
    ("feast.saint", "suivi depuis la [Sainte-Catherine]", "FIRSTNAME"),
    ("cycles", "relu le 24/07. [CHOEP] x4 (C1 1/08)", "LASTNAME"),
    ("score.whole", "non testées.\n[NSAA] 26/34", "LASTNAME"),
    ("score.whole", "par le Dr Zzyrq.\n[SARA] 18 → 7", "FIRSTNAME"),
    ("title.second", "des parents, Mme Cerisier et [M.] Verger", "FIRSTNAME"),
    ("subject", "Objet : [Fwd]: URGENT", "FIRSTNAME"),
    ("page", "lecture de Léo et Léa [p.] 14", "LASTNAME"),
    ("home", "père chauffeur, mère au [foyer], famille", "ORGANIZATION"),
    ("count.beds", "Pour : lits 4, 9, [11] (l'étiquette", "DATE"),
    ("count.both", "re-prélevés les [2] à 11h", "DATE"),
    ("count.both", "avec les [3], le papa dort", "DATE"),
    ("count.dictated", "soit [14] (quatorze) gélules", "DATE"),
    ("eponym.of", "un drain de [Redon] retiré", "LASTNAME"),
    ("eponym.of", "Névrome de [Morton] gauche", "LASTNAME"),
    ("eponym.of", "une manœuvre de [Pinard]", "LASTNAME"),
    ("eponym.of", "signe de [Thomas] positif", "FIRSTNAME"),
    ("stain", "LBA, [Gram] : PNN +++", "LASTNAME"),
    ("stain", "Ct 38. [Ziehl] négatif", "LASTNAME"),
    ("stain", "Cultures : Columbia, [Drigalski], Chapman", "LASTNAME"),
    ("stain", "Drigalski, [Chapman].", "LASTNAME"),
    ("column.named", "[DAT]_NAIS      09-DEC-08", "LASTNAME"),
    ("column.named", "ADR_[CP_VIL]    45800", "ADDRESS"),
    ("set.phrase", "la marche d'Octobre [Rose]", "FIRSTNAME"),
    ("set.phrase", "coquilles [Saint-Jacques]", "CITY"),
    ("mutation", "(82 ans, [C282Y/H63D])", "OTHER_ID"),
    ("storm", "depuis le cyclone [Irma]", "FIRSTNAME"),
    ("particle.alone", "vu par dr [de] garde", "LASTNAME"),
]
KEPT = [
    ("number.emergency", "Rappeler le [15] si pas de nouvelles", "DATE"),
    ("number.emergency", "Rappeler le [15].", "DATE"),
    ("number.emergency", "il faut appeler le [15] mars", "DATE"),
    ("number.emergency", "radios faites le [15], normales", "DATE"),
    ("number.emergency", "Urgences : le [15] mars", "DATE"),
    ("number.emergency", "revu le 112 ou le [13].", "DATE"),
    ("number.emergency", "né le [31/14]", "DATE"),
    ("number.emergency", "à appeler le [15], à jeun", "DATE"),
    ("number.emergency", "Rendez-vous : le [15].", "DATE"),
    ("number.emergency", "vue le 12, sinon le [15].", "DATE"),
    ("number.emergency", "L'épouse appelle le [15] mars à 10h", "DATE"),
    ("number.emergency", "appel du 12 au [15].", "DATE"),
    ("number.emergency", "prévenir la mère le [15].", "DATE"),
    ("since", "eczéma depuis [3 mois], œuf guéri à 2 ans", "AGE"),
    ("since", "elle n'est plus suivie depuis ses [vingt ans]", "AGE"),
    ("breed", "éleveur à [Salers]-le-Haut", "CITY"),
    ("breed", "né à [Salers]", "CITY"),
    ("link.open", "[école de] la rue d'Iéna", "ORGANIZATION"),
    ("link.open", "[cabinet de la] rue Saint-Martin", "HOSPITAL"),
    ("link.open", "[CH du] Dr Schaffner", "HOSPITAL"),
    ("link.open", "chute au [Macumba de] Villeneuve-Loubet", "ORGANIZATION"),
    ("weight.born", "née [1380] (calendrier afghan)", "BIRTHDATE"),
    ("weight.born", "petite Defne, [102] ans", "AGE"),
    ("weight.born", "Huguette Quéméner, [1941], carcinome", "BIRTHDATE"),
    ("day.none", "suture le [6/10]", "DATE"),
    ("day.none", "vue en [12/24]", "DATE"),
    ("count.all", "agrafes otees [11/12]. petite", "DATE"),
    ("count.all", "agrafes otees le [12/12]. petite", "DATE"),
    ("count.all", "Séances réalisées : [13], 14 et 20 mai", "DATE"),
    ("count.all", "Prochain bilan : [13] mai", "DATE"),
    ("place.generic", "suivie à la [Rivière], arrive", "LOCATION"),
    ("place.generic", "il était à la [rivière] langevin", "LOCATION"),
    ("place.generic", "à la [chapelle].", "LOCATION"),
    ("day.ordinal", "le [1er] mai de chaque année", "DATE"),
    ("day.ordinal", "vue le [1er] et le 3 mai", "DATE"),
    ("day.round", "vue le [24/2]", "DATE"),
    ("postscript", "Amicalement\n[P.S.]\n", "LASTNAME"),
    ("abbreviation", "vu par [O.R.], interne", "LASTNAME"),
    ("abbreviation", "docteur [W.-E.] Martin", "FIRSTNAME"),
    ("volume", "opéré en 2012, le [11] (bras)", "DATE"),
    ("page", "poste p. [614]", "PHONE"),
    ("count.room", "sortie [22] ou 23", "DATE"),
    ("count.room", "lit [12] mars 2021", "DATE"),
    ("age.many", "son âge : [52 ans]", "AGE"),
    ("drug.registered", "vue par [Martin] (R)", "LASTNAME"),
    ("drug.registered", "vue par Mme [Zzyxan] (R)", "LASTNAME"),
    ("drug.registered", "Martin ([R])", "FIRSTNAME"),
    ("virus.named", "virus, [Martin] le sait", "LASTNAME"),
    ("study.named", "l'essai de [TICORA]", "LASTNAME"),
    ("study.named", "ESSAI [TICORA]", "LASTNAME"),
    ("study.named", "Essai [ARCAGY] : patiente", "LASTNAME"),
    ("virus.named", "virus [Martin]", "LASTNAME"),
    ("count.thousands", "le [12] 0002", "DATE"),
    ("seniority", "[12 ans] de Lyon", "AGE"),
    ("species", "Martin ( [M . colombo] ) isolé", "LASTNAME"),
    ("week.counted", "revu lundi en [2015]", "DATE"),
    ("week.counted", "revu lundi [15]", "DATE"),
    ("disease.named", "[Gilles] de la Tour", "FIRSTNAME"),
    ("disease.named", "né à [La Tourette]", "CITY"),
    ("number.emergency", "Fièvre le [15].", "DATE"),
    ("number.emergency", "Fièvre : le [15].", "DATE"),
    ("field.diagnosis", "Dx : [Martin], 3 jours", "LASTNAME"),
    ("field.diagnosis", "Dr : [EAMPOC], 3 jours", "LASTNAME"),
    ("type.letter", "vaccin grippe [A]. Martin", "FIRSTNAME"),
    ("type.letter", "vue par [A]. le soir", "FIRSTNAME"),
    ("column.expected", "[Théo]    20/12/2001", "FIRSTNAME"),
    ("column.expected", "[Théo] petit-fils", "FIRSTNAME"),
    ("column.expected", "l'interne [Théo]   Pressac", "FIRSTNAME"),
    ("class.eponym", "fracture suivie par [Allen] V. demain", "LASTNAME"),
    ("class.eponym", "vu par [Allen] III", "LASTNAME"),
    ("form.value", "Nom : [Marié]", "LASTNAME"),
    ("form.value", "Médecin traitant : [Aucun] Paul", "LASTNAME"),
    ("form.value", "Sexe : [Martin]", "LASTNAME"),
    ("form.trade", "Profession : [Martin]\nPoids", "LASTNAME"),
    ("form.trade", "Profession : [Boulanger] Paul", "LASTNAME"),
    ("law.number", "Ordonnance n° [2012-1120]", "OTHER_ID"),
    ("law.number", "Dossier n° [2012-1120]", "VISIT_ID"),
    ("drug.laboratory", "Madame [MYLAN] 500 mg", "LASTNAME"),
    ("drug.laboratory", "PARACETAMOL vu avec [Mylan]", "FIRSTNAME"),
    ("list.letter", "A. [Martin]\nB. Durand", "LASTNAME"),
    ("list.letter", "A. [Petit]\nB. Boucher", "LASTNAME"),
    ("list.letter", "A. [Binet]\nB. Hartmann", "LASTNAME"),
    ("list.letter", "A. [Selles]\nVu ce jour", "LASTNAME"),
    ("list.letter", "a. [Durand]\nb. Kervella\nc. Le Goff\nd. Martin", "LASTNAME"),
    ("list.letter", "[A]. Durand\nB. Kervella\nC. Le Goff\nD. Martin", "FIRSTNAME"),
    ("list.letter", "[a. Durand]\nb. Kervella\nc. Le Goff\nd. Martin", "LASTNAME"),
    ("list.letter", "[a]. durand, vu\nb. kervella, vu\nc. le goff, vu", "FIRSTNAME"),
    ("list.letter", "A. [Selles]\nB. Durand", "LASTNAME"),
    ("since", "suivie depuis l'âge de [17 ans].", "AGE"),
    ("since", "malade depuis le décès à [17 ans]", "AGE"),
    ("control", "revoir à [5 mois]", "AGE"),
    ("pressure.said", "tension vue le [14/9]", "DATE"),
    ("pressure.said", "vue pour son fils, c'est [14/9]", "DATE"),
    ("count.cores", "biopsies le [8/12]", "DATE"),
    ("match.ten", "vue en [10/10]", "DATE"),
    ("fool", "né en [avril]", "DATE"),
    ("days.week", "vu par [M-J] Petit, matin", "FIRSTNAME"),
    ("mutation", "dossier [G542X], suivi", "OTHER_ID"),
    ("count.blood", "lot [GL 14000]", "OTHER_ID"),
    ("laser", "lot [FiLaC 13 W 980]", "OTHER_ID"),
    ("valve", "suivi à [Saint-Jude]", "HOSPITAL"),
    ("drug.short", "vu avec [Nora], sa fille", "FIRSTNAME"),
    ("care.generic", "[rééducation] Bellevue, vingt séances", "HOSPITAL"),
    ("drug.short", "[Nora], 3 ans", "FIRSTNAME"),
    ("drug.short", "[Nora] 3 a, fièvre", "FIRSTNAME"),
    ("column.measured", "date | TA | DAS\n[12/01/23] | 13/8 | 4,1", "DATE"),
    ("species", "vu avec [Amandine] blondelus", "FIRSTNAME"),
    ("species", "chez [Rubner] depuis mars", "ORGANIZATION"),
    ("species", "germe : Lacerta viridis. [Durand] prévenu", "LASTNAME"),
    ("species", "germe : Lacerta viridis, [Laur] prévenue", "LASTNAME"),
    ("term.letters", "le médecin de garde ([MDG])", "HOSPITAL"),
    ("term.letters", "le référent ([MDG])", "LASTNAME"),
    ("term.letters", "vue par Anne-Rose Tardy ([ART])", "LASTNAME"),
    ("term.letters", "vue par Xqzan Rwyk Tzgr ([XRT])", "LASTNAME"),
    ("term.letters", "vu par T . G . [F . Durand]", "LASTNAME"),
    ("drug.stem", "vu avec [Zlamivudine]", "LASTNAME"),
    ("drug.stem", "vu avec [zerguine]", "LASTNAME"),
    ("kind.said", "dort chez [lassana]", "FIRSTNAME"),
    ("kind.said", "dort chez la [Souris]", "LASTNAME"),
    ("kind.said", "repart avec le [vieillard]", "LASTNAME"),
    ("title.first", "[Les Malaises] du nourrisson", "HOSPITAL"),
    ("title.first", "[Centre du sommeil] de garde", "HOSPITAL"),
    ("title.first", "Bilan. [Les malaises] du nourrisson", "HOSPITAL"),
    ("disease.of", "maladie de [Paul], suivie", "FIRSTNAME"),
    ("disease.of", "le dossier de [Guglielmo]", "LASTNAME"),
    ("authors", "vu par Marc et [Al]", "FIRSTNAME"),
    ("adjective", "transfert de la [clinique du Parc]", "HOSPITAL"),
    ("law.date", "ordonnance du [18 août 2013]", "DATE"),
    ("law.date", "tabac arrêté le [18 août 2013]", "DATE"),
    ("measure.decimal", "INR [12.03] : 2,1", "DATE"),
    ("measure.decimal", "INR [12.03].2019", "DATE"),
    ("measure.decimal", "vu le [12.03]", "DATE"),
    ("measure.decimal", "date = [12.03]", "DATE"),
    ("range.decimal", "[12.03-16.03]", "DATE"),
    ("strength.grade", "vu le [3/5] à droite", "DATE"),
    ("strength.grade", "MI [3/5]/2019", "DATE"),
    ("eye.acuity", "revu le [10/12]", "DATE"),
    ("number.emergency", "à rappeler le [15]", "DATE"),
    ("article.elided", "depuis [l]2/03/2017", "DATE"),
    ("duration.pair", "vue le [24] et le 48 heures", "DATE"),
    ("duration.pair", "revu entre [3] et 6 juin", "DATE"),
    ("eye.chart", "vu le [10/10] par le Dr Parinaud", "DATE"),
    ("eye.chart", "œil gauche de [8/10]/2019", "DATE"),
    ("score.ten", "revu le 8/10 et le [10/10]", "DATE"),
    ("range.decimal", "rappeler au [28.04.34]", "PHONE"),
    ("law.article", "vu le [4-1-12]", "DATE"),
    ("count.of", "fin de semaine [6/4]", "DATE"),
    ("count.of", "mise à jour [1/8]", "DATE"),
    ("measure.pair", "revue le [7] et le 14 mai", "DATE"),
    ("stage.tnm", "patiente : [PT]", "LASTNAME"),
    ("set.phrase", "tombée [place du marché]", "LOCATION"),
    ("seniority", "enfant de [12 ans]", "AGE"),
    ("number.emergency", "sa fille appelle le [15]. Elle confirme", "DATE"),
    ("list.option", "a. Périndopril\nb. Dr [Amiloride]\nc. Vérapamil", "LASTNAME"),
    ("list.option", "a. Périndopril\nb. [Kervella]\nc. Vérapamil", "LASTNAME"),
    ("list.option", "[A]. Kervella\nB. Durand\nC. Le Goff", "FIRSTNAME"),
    ("list.option", "a. Périndopril\nb. [Amiloride]\nVu ce jour", "LASTNAME"),
    ("drug.dosed", "Zanextra 10 mg. Mme [Zanextra], Zanextra 20 mg", "LASTNAME"),
    ("drug.dosed", "Durand 10 mg, [Durand] 20 mg", "LASTNAME"),
    ("drug.dosed", "Zanextra 10 mg. [Zanextra] est venue", "LASTNAME"),
    ("drug.dosed", "traitement par Zanextra puis traitement par [Zanextra]", "LASTNAME"),
    ("drug.dosed", "Durand 10 mg, traitement par [Durand]", "LASTNAME"),
    ("drug.dosed", "Zanextra 10 mg, traitement par Mme [Zanextra]", "LASTNAME"),
    ("drug.laboratory", "Olanzapine Mylan 5 mg. Mme [Mylan] va bien", "LASTNAME"),
    ("drug.laboratory", "Olanzapine Mylan 5 mg. Olanzapine. [Mylan] va bien", "LASTNAME"),
    ("drug.laboratory", "Olanzapine Mylan 5 mg. Vu par Sylvie [Mylan]", "LASTNAME"),
    ("drug.laboratory", "Sous olanzapine [Mylan] va bien", "LASTNAME"),
    ("drug.registered", "Mme [Keppra], 80 ans ; Tégrétol®", "LASTNAME"),
    ("question.word", "Madame [Quelle], 80 ans", "LASTNAME"),
    ("care.generic", "[INSTITUT DE CANCÉROLOGIE] DE L'OUEST", "HOSPITAL"),
    ("care.generic", "[Centre des Lilas]", "HOSPITAL"),
    ("degrees", "revue le [12] et le 14", "DATE"),
    ("age.threshold", "son fils de plus de [16 ans]", "AGE"),
    ("adjective", "opérée à la [clinique la passerelle]", "HOSPITAL"),
    ("adjective", "transfert [clinique les lilas] ce jour", "HOSPITAL"),
    ("law.dictated", "dossier numéro [huit]", "VISIT_ID"),
    ("law.dictated", "rappeler au numéro [zéro six douze]", "PHONE"),
    ("number.emergency", "appeler le [15] mars", "DATE"),
    ("clock.hour", "ictère vers [22 heures] de vie", "AGE"),
    ("trade.said", "La patiente, 53 ans, [Tours], marche", "CITY"),
    ("trade.said", "Vu M. X. [Martin] de métier incertain", "LASTNAME"),
    ("trade.said", "M. [Boucher] de métier incertain", "LASTNAME"),
    ("score.whole", "Suivis :\n[Martin] 26/34", "LASTNAME"),
    ("score.whole", "Suivis :\n[Zzyrq] 03/54", "LASTNAME"),
    ("page", "Vu M. Léo [P.] 84 ans", "FIRSTNAME"),
    ("page", "à la lecture, Mme [P.] 84", "FIRSTNAME"),
    ("page", "à la lecture de Paul [P.] 84 ans", "FIRSTNAME"),
    ("trade.said", "Le patient, 53 ans, [Martin], marche", "LASTNAME"),
    ("origin.said", "d'origine, [Diane] est suivie", "FIRSTNAME"),
    ("feast.saint", "vit à la [Saint-Blaise]", "CITY"),
    ("feast.named", "vue depuis mars par Mme [Toussaint]", "LASTNAME"),
    ("feast.named", "depuis la visite de [Toussaint]", "LASTNAME"),
    ("particle.alone", "M. [le] sort demain", "LASTNAME"),
    ("particle.alone", "Thi Lan [Le], 40 ans", "LASTNAME"),
    ("particle.alone", "madame [de la Tour]", "LASTNAME"),
    ("feast.saint", "née à [Saint-Blaise]", "CITY"),
    ("cycles", "kiné [Benhamou] x3", "LASTNAME"),
    ("cycles", "vue par [Zzyrq] le 4", "LASTNAME"),
    ("score.whole", "Zarit de [Renée] 37/88", "FIRSTNAME"),
    ("score.whole", "\n[Durand] 12/05", "LASTNAME"),
    ("title.second", "Madame et [Marc] Verger", "FIRSTNAME"),
    ("subject", "vu par [Fwd] hier", "FIRSTNAME"),
    ("page", "vu par [P.] Martin", "FIRSTNAME"),
    ("home", "suivie au [foyer] des Lilas", "ORGANIZATION"),
    ("count.beds", "lits faits le 4, le [11] aussi", "DATE"),
    ("count.both", "vu les [2] et 3", "DATE"),
    ("count.both", "vu les [2], 3 et 5", "DATE"),
    ("count.both", "vu les [2] mai et 3 juin", "DATE"),
    ("count.both", "vu le [2] à 11h", "DATE"),
    ("count.dictated", "revu le [14] (Dr Petit)", "DATE"),
    ("eponym.of", "le drain de [Martine] est retiré", "FIRSTNAME"),
    ("eponym.of", "la sonde de [Redon] est ôtée", "LASTNAME"),
    ("acronym", "vue par le Dr [Inca] : avis", "LASTNAME"),
    ("acronym", "vue par le dr [ait], avis", "LASTNAME"),
    ("acronym", "M. [AIT]-KACI", "LASTNAME"),
    ("verb", "ch 9 [hiver] georgette", "LASTNAME"),
    ("verb", "mme [regretter] pleure", "LASTNAME"),
    ("verb", "interne [Ferrer] C.", "LASTNAME"),
    ("weekday", "Vu avec l'interne [Samedi].", "LASTNAME"),
    ("weekday", "mme [samedi], pansement", "LASTNAME"),
    ("weekday", "[dimanche] kouadio 34a", "LASTNAME"),
    ("body.generic", "part par [Mairie], puis", "ORGANIZATION"),
    ("body.generic", "[pharmacie] du parc", "ORGANIZATION"),
    ("body.generic", "[college voltaire].", "ORGANIZATION"),
    ("stain", "vue par le Dr [Gram] : avis rendu", "LASTNAME"),
    ("stain", "[Gram] passera demain", "LASTNAME"),
    ("column.named", "NOM_[DURAND]", "LASTNAME"),
    ("column.named", "[nom] prénom", "LASTNAME"),
    ("set.phrase", "vue en octobre, [Rose] va mieux", "FIRSTNAME"),
    ("set.phrase", "vit à [Marseille]", "CITY"),
    ("mutation", "n° [C282Y]", "OTHER_ID"),
    ("storm", "avec [Irma] hier", "FIRSTNAME"),
    ("particle.alone", "vu par dr [de] Pirey", "LASTNAME"),
]


def _marked(passage: str, label: str, source: str) -> tuple[TextView, Span]:
    start, end = passage.index("["), passage.index("]") - 1
    return TextView.of(passage.replace("[", "").replace("]", "")), Span(start, end, label, source)


@pytest.mark.parametrize(("name", "passage", "label"), REFUSED, ids=[passage for _, passage, _ in REFUSED])
def test_a_span_is_refused_by_its_shape_and_what_stands_around_it(name: str, passage: str, label: str) -> None:
    view, span = _marked(passage, label, "rules.any")
    assert refusal_of(view, span) == name
    assert without_refused(view, [span]) == []


@pytest.mark.parametrize(("name", "passage", "label"), KEPT, ids=[passage for _, passage, _ in KEPT])
def test_the_like_elsewhere_is_kept(name: str, passage: str, label: str) -> None:
    view, span = _marked(passage, label, "model")
    assert refusal_of(view, span) == ""
    assert without_refused(view, [span]) == [span]


@pytest.mark.parametrize("source", ["record.lastname", "rules.site.lastname_1", "structure", "elsewhere", ""])
def test_what_record_site_structure_and_others_found_is_never_refused(source: str) -> None:
    view, span = _marked("PARACETAMOL [MYLAN] 500 mg", "LASTNAME", source)
    assert refusal_of(view, span) == ""


CITED = "Zhang P, Brown J, Martin R et al. Cost of care in Wales. Diabetes Res Clin Pract. 2010;87(3):293-301."


def _found(text: str, value: str, label: str, source: str = "model") -> list[Span]:
    start = text.index(value)
    return without_refused(TextView.of(text), [Span(start, start + len(value), label, source)])


@pytest.mark.parametrize(
    ("value", "label"), [("Zhang", "LASTNAME"), ("J", "FIRSTNAME"), ("Clin Pract", "HOSPITAL"), ("Wales", "CITY")]
)
def test_what_a_citation_holds_is_refused(value: str, label: str) -> None:
    assert not _found(CITED, value, label)
    assert not _found(f"Mme Durand, vue ce jour. {CITED} Revue demain.", value, label)
    assert _found(CITED, value, label, "rules.name.title")
    assert _found(CITED, value, label, "record.lastname")


@pytest.mark.parametrize(
    "text",
    [
        f"Mme Brown J, 54 ans. {CITED[CITED.index('Zhang') :].replace('Brown', 'Smith')}",
        f"{CITED.replace('Brown', 'Smith')} Brown J revue demain.",
        "Brown J, vu le 12, cf NEJM 2010;87(3):293.",
        f"Brown J, Durand P. 54 ans.\n\n{CITED.replace('Brown', 'Smith')}",
    ],
)
def test_a_name_beside_a_citation_is_kept(text: str) -> None:
    assert _found(text, "Brown", "LASTNAME")


ENGLISH = (
    "Background: We aimed to assess rituximab. Between 2010 and 2015 patients were enrolled by Young at Reims. "
    "The mean age was 54 years. The patient was seen by Dr. John Smith in a clinic."
)


@pytest.mark.parametrize("value", ["Background", "We", "aimed", "Between", "enrolled", "The", "mean", "seen"])
def test_an_ordinary_word_of_an_english_passage_is_refused(value: str) -> None:
    assert not _found(ENGLISH, value, "LASTNAME")
    assert _found(ENGLISH, value, "LASTNAME", "record.lastname")
    assert _found(
        f"Vue par le Dr {value}, qui la suit pour le diabète de la grossesse et les douleurs.", value, "LASTNAME"
    )


@pytest.mark.parametrize("value", ["Young", "Reims", "John", "Smith"])
def test_a_name_in_an_english_passage_is_kept(value: str) -> None:
    assert _found(ENGLISH, value, "LASTNAME")
    assert _found(f"{ENGLISH} {value} was one of the patients.", value, "LASTNAME")
    assert _found(f"{value}. The patient was seen by the team of the ward.", value, "LASTNAME")


def test_low_lines_are_seen_where_the_view_has_spaces() -> None:
    view = view_of("PRENOM_UTIL   Sam\nDAT_NAIS      09-DEC-08\nNOM_DURAND")
    refused = {word: refusal_of(view, _of(view, word)) for word in ("DAT", "NAIS", "DURAND", "Sam")}
    assert refused == {"DAT": "column.named", "NAIS": "column.named", "DURAND": "", "Sam": ""}


def _of(view: TextView, word: str) -> Span:
    start = view.text.index(word)
    return Span(start, start + len(word), "LASTNAME", "model")


def test_every_refusal_is_tried_in_both_directions() -> None:
    assert {name for name, _, _ in REFUSED} == {name for name, _, _ in KEPT}


def test_a_note_keeps_the_family_and_shows_the_laboratory() -> None:
    text = "PARACETAMOL MYLAN 500 mg\nINR 2.03 le 12/03/2019\nSexe : Masculin\nAdressé par le Dr Haddad."
    found = Deidentifier.default(policy="tag").detect(Document("note", text))
    assert [text[span.start : span.end] for span in found] == ["12/03/2019", "Haddad"]
