"""The street line and the town of the record."""

from __future__ import annotations

import pytest
from found import found_in

from palimpseste.document import Patient


@pytest.mark.parametrize(
    ("address", "marked"),
    [
        ("12 bis rue des Lilas", "habite <ADDRESS>12bis r. des Lilas</ADDRESS>"),
        ("12 bis rue des Lilas", "<ADDRESS>12 BIS RUE DES LILAS</ADDRESS>\n21000 DIJON"),
        ("12 AV HENRI BARBUSSE", "au <ADDRESS>12, avenue Henri-Barbusse</ADDRESS> à Dole"),
        ("212 BD BAILLE", "Adresse:<ADDRESS>212bd Baille</ADDRESS>"),
        ("212 boulevard Baille", "<ADDRESS>212 bld Baille, bât. C2</ADDRESS> (code 12)"),
        ("41 rue Gabriel Péri", "<ADDRESS>41 RUE GABRIEL PERI</ADDRESS> Lyon"),
        ("18 RUE CAMILLE PELLETAN BAT 4", "vit <ADDRESS>18 rue Camille-Pelletan, bât. 4</ADDRESS>."),
        ("15 rue des Cordeliers esc 2", "<ADDRESS>15 rue des Cordeliers</ADDRESS>"),
        ("HAMEAU DE CORMIERS", "lieu : <ADDRESS>hameau de Cormiers</ADDRESS>"),
        ("LE BOURG", "<ADDRESS>LE BOURG</ADDRESS>, 21000 DIJON"),
        ("12 rue des Lilas", "des lilas en fleurs, 12 lilas"),
        ("8 RUE DES JARDINS", "il se promène dans les jardins"),
    ],
)
def test_the_street_line_is_found(address: str, marked: str) -> None:
    assert found_in(marked, Patient(address=address)) == marked


@pytest.mark.parametrize(
    ("city", "marked"),
    [
        ("Dijon", "vit à <CITY>DIJON</CITY>, né à <CITY>dijon</CITY>"),
        ("SAINT MALO", "retour à <CITY>St-Malo</CITY>"),
        ("St Pol de Léon", "de <CITY>SAINT-POL-DE-LEON</CITY> hier"),
        ("Villeneuve-sur-Lot", "vit à <CITY>Villeneuve s/ Lot</CITY>"),
        ("LA COURNEUVE", "maire de <CITY>La Courneuve</CITY>"),
        ("Lille", "59037 <CITY>LILLE CEDEX</CITY>"),
        ("Lille", "59037 <CITY>LILLE Cedex 09</CITY>"),
        ("Paris", "vit à <CITY>Paris 13e</CITY> depuis peu"),
        ("PARIS 13", "vit à <CITY>Paris 13</CITY>, seul"),
        ("Lyon", "vit à <CITY>Lyon</CITY> (06 58 41 90 23)"),
        ("Dole", "39100 <CITY>DOLE</CITY>"),
        ("Nay", "Fait à <CITY>Nay</CITY>"),
        ("Ventimiglia", "hôpital de <CITY>Ventimi-\nglia</CITY>"),
        ("Sens", "les sens, au sens strict, bon sens"),
    ],
)
def test_the_town_is_found(city: str, marked: str) -> None:
    assert found_in(marked, Patient(city=city)) == marked
