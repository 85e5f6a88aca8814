"""What may be done with a cohort, in which state, and by whom."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import pickle
import unicodedata
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from palimpseste.cohorts import CohortRegister, Passphrase, contents_of, verify
from palimpseste.cohorts import register as registers
from palimpseste.cohorts.audit import audit_file_of
from palimpseste.errors import UsageError
from palimpseste.files import locked
from palimpseste.surrogates import MasterKey

PHRASE = "canari jaune de Zorglubine"


def states(path):
    return {cohort.name: cohort.state for cohort in contents_of(path).cohorts}


def done(path):
    return [json.loads(line)["what"] for line in audit_file_of(path).read_text().splitlines()]


def test_a_cohort_keeps_its_key_and_has_one_of_its_own(register, path):
    register.derive("2023")
    register.derive("2024")
    first, cohort = register.key_of("2023")
    assert cohort.state == "active"
    assert first == CohortRegister(path, Passphrase(PHRASE)).key_of("2023")[0]
    assert first != register.key_of("2024")[0]


def test_two_registers_give_one_name_two_keys(register, tmp_path):
    other = CohortRegister(tmp_path / "other.json", Passphrase(PHRASE))
    other.create(scrypt_n=1 << 14)
    for each in (register, other):
        each.derive("2024")
    assert register.key_of("2024")[0] != other.key_of("2024")[0]


def test_a_life_from_derivation_to_destruction_is_logged(register, path):
    register.derive("2024")
    register.note_use("2024")
    register.retire("2024")
    register.note_use("2024")
    register.destroy("2024")
    assert states(path) == {"2024": "destroyed"}
    assert done(path) == ["derive", "use", "retire", "use", "destroy"]
    assert verify(path, register.sealing_key()).flaws == ()


def test_a_destroyed_cohort_is_a_tombstone(register, path):
    register.derive("2024")
    _, cohort = register.key_of("2024")
    register.destroy("2024")
    assert cohort.key not in path.read_text()
    for refused in (register.key_of, register.note_use, register.retire, register.destroy):
        with pytest.raises(UsageError, match="was destroyed"):
            refused("2024")
    with pytest.raises(UsageError, match="a name is used once"):
        register.derive("2024")
    assert done(path) == ["derive", "destroy"]


def test_what_is_left_does_not_determine_a_destroyed_key(register, path):
    """Two registers made of the same bytes but for the key of one cohort are the same once it is destroyed."""
    register.derive("2023")
    register.derive("2024")
    before = contents_of(path)
    register.destroy("2024")
    after = contents_of(path)
    assert after.cohort("2023") == before.cohort("2023")
    assert after.sealing == before.sealing
    assert after.cohort("2024").key is None
    # A key put back by hand does not open: the register is sealed.
    values = json.loads(path.read_text())
    values["cohorts"][1] = {"name": "2024", "state": "active", "since": "", "key": before.cohort("2024").key}
    path.write_text(json.dumps(values))
    with pytest.raises(UsageError, match="its seal does not hold"):
        register.key_of("2024")


def test_a_key_moved_to_another_name_does_not_open(register, path):
    register.derive("2023")
    register.derive("2024")
    contents = contents_of(path)
    stolen = contents.with_cohort(type(contents.cohorts[0])("2024", "active", "", contents.cohort("2023").key)).sealed(
        register.sealing_key()
    )
    path.write_bytes(stolen.to_bytes())
    with pytest.raises(UsageError, match="does not open"):
        register.key_of("2024")


def test_a_cohort_is_retired_once(register):
    register.derive("2024")
    register.retire("2024")
    with pytest.raises(UsageError, match="is retired since"):
        register.retire("2024")


@pytest.mark.parametrize("name", ["", " ", " 2024", "2024\n", "x" * 101, "a\tb"])
def test_a_name_is_a_word_or_some(register, name):
    with pytest.raises(UsageError, match="printable characters"):
        register.derive(name)


def test_the_names_of_the_program_are_names_like_others(register):
    for name in ("sealing", "sealing key", "None", "null", "équipe « été » n° 1"):
        register.derive(name)
        register.key_of(name)


def test_an_unknown_cohort_is_told_how_to_be_made(register):
    with pytest.raises(UsageError, match="palimpseste cohort derive"):
        register.key_of("2024")


def test_a_wrong_passphrase_opens_nothing_and_changes_nothing(register, path):
    register.derive("2024")
    before = path.read_bytes(), audit_file_of(path).read_bytes()
    wrong = CohortRegister(path, Passphrase(PHRASE + "."))
    for refused in (wrong.key_of, wrong.note_use, wrong.retire, wrong.destroy, lambda _: wrong.sealing_key()):
        with pytest.raises(UsageError, match="the passphrase does not open") as caught:
            refused("2024")
        assert PHRASE not in str(caught.value)
    assert (path.read_bytes(), audit_file_of(path).read_bytes()) == before


def test_accents_composed_or_not_are_one_passphrase(path):
    phrase = "été à la forêt noire"
    CohortRegister(path, Passphrase(unicodedata.normalize("NFC", phrase))).create(scrypt_n=1 << 14)
    CohortRegister(path, Passphrase(unicodedata.normalize("NFD", phrase))).derive("2024")


def test_a_key_file_opens_a_register_made_with_it(path):
    key = MasterKey.generate()
    CohortRegister(path, key).create()
    CohortRegister(path, key).derive("2024")
    with pytest.raises(UsageError, match="the key file does not open"):
        CohortRegister(path, MasterKey.generate()).key_of("2024")
    with pytest.raises(UsageError, match="opened by a key file, not by a passphrase"):
        CohortRegister(path, Passphrase(PHRASE)).key_of("2024")


def test_a_short_passphrase_opens_no_new_register(register, path, tmp_path):
    with pytest.raises(UsageError, match="12 characters"):
        CohortRegister(tmp_path / "other.json", Passphrase("court")).create()
    with pytest.raises(UsageError, match="12 characters"):
        register.rekey(Passphrase("court"))
    with pytest.raises(UsageError, match="empty"):
        Passphrase("")


def test_a_register_is_never_overwritten(register, path):
    register.derive("2024")
    with pytest.raises(UsageError, match="never overwritten"):
        register.create()
    path.unlink()
    with pytest.raises(UsageError, match="audit"):
        register.create()


def test_a_new_opener_leaves_old_copies_to_the_old_one_only(register, path, tmp_path):
    register.derive("2023")
    register.derive("2024")
    key, _ = register.key_of("2024")
    old = path.read_bytes()
    opener = MasterKey.generate()
    register.destroy("2023")
    register.rekey(opener)
    assert register.key_of("2024")[0] == key
    assert verify(path, register.sealing_key()).flaws == ()
    with pytest.raises(UsageError, match="opened by a key file"):
        CohortRegister(path, Passphrase(PHRASE)).key_of("2024")
    copy = tmp_path / "copy.json"
    copy.write_bytes(old)
    copy.chmod(0o600)
    with pytest.raises(UsageError, match="opened by a passphrase"):
        CohortRegister(copy, opener).key_of("2023")
    # What the documentation says of backups: with the old passphrase, the old copy opens.
    CohortRegister(copy, Passphrase(PHRASE)).key_of("2023")


@pytest.mark.parametrize("name", ["cohorts.json", "cohorts.json.audit.jsonl"])
def test_files_others_may_read_are_refused(register, path, name):
    register.derive("2024")
    (path.parent / name).chmod(0o640)
    with pytest.raises(UsageError, match="must be 0600"):
        register.note_use("2024")


def test_files_are_made_for_their_owner_only(register, path):
    register.derive("2024")
    assert {file.name: oct(file.stat().st_mode & 0o777) for file in path.parent.iterdir()} == {
        "cohorts.json": "0o600",
        "cohorts.json.audit.jsonl": "0o600",
        "cohorts.json.lock": "0o600",
    }


@pytest.mark.parametrize("n", [1, 1 << 10, (1 << 17) + 1, 1 << 40, "131072", None])
def test_an_edited_derivation_is_refused_before_it_is_done(register, path, n):
    values = json.loads(path.read_text())
    values["scheme"]["n"] = n
    path.write_text(json.dumps(values))
    with pytest.raises(UsageError, match="derivation this program does not do"):
        CohortRegister(path, Passphrase(PHRASE)).derive("2024")


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"\xff", b'{"format": "palimpseste-cohorts-1"}', b"[" * 10**5])
def test_what_is_no_register_is_refused(path, content):
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(UsageError, match=f"^{path} is no register of cohorts"):
        CohortRegister(path, Passphrase(PHRASE)).key_of("2024")


def test_nothing_secret_is_shown(register, path):
    register.derive("2024")
    key, cohort = register.key_of("2024")
    shown = [repr(Passphrase(PHRASE)), str(register.__dict__), repr(contents_of(path)), repr(cohort), repr(register)]
    for secret in (PHRASE, key.to_bytes().hex(), str(key.to_bytes()), cohort.key):
        assert not [text for text in shown if secret in text]
    with pytest.raises(TypeError):
        pickle.dumps(Passphrase(PHRASE))


def compact(values):
    return json.dumps(values, sort_keys=True, separators=(",", ":")).encode()


def test_a_register_opens_by_the_standards_alone(path):
    """What is on disk is enough, with the key file: HKDF, AES-256-GCM and HMAC as the module tells them."""
    opener = MasterKey(bytes(range(32)))
    register = CohortRegister(path, opener)
    register.create()
    register.derive("2024")
    values = json.loads(path.read_text())
    assert (len(values["register"]), values["cohorts"][0]["state"]) == (16, "active")

    extracted = hmac.digest(base64.b64decode(values["scheme"]["salt"]), opener.to_bytes(), hashlib.sha256)
    cipher = AESGCM(hmac.digest(extracted, b"palimpseste cohort register\x01", hashlib.sha256))

    def opened(text, cohort):
        content = base64.b64decode(text)
        context = {"cohort": cohort, "register": values["register"], "scheme": values["scheme"]}
        return cipher.decrypt(content[:12], content[12:], compact(context))

    sealing_key = opened(values["sealing"], None)
    assert len(sealing_key) == 32
    assert sealing_key == register.sealing_key()
    assert opened(values["cohorts"][0]["key"], "2024") == register.key_of("2024")[0].to_bytes()
    seal = values.pop("seal")
    assert seal == hmac.digest(sealing_key, compact(values), hashlib.sha256).hex()


def test_a_cohort_comes_to_each_state_when_it_does(register, path, monkeypatch):
    for hour, act in ((8, register.derive), (9, register.retire), (10, register.destroy)):
        time = f"2026-01-31T{hour:02}:00:00+00:00"
        monkeypatch.setattr(registers, "now", lambda time=time: time)
        act("2024")
        assert contents_of(path).cohort("2024").since == time


def test_a_passphrase_is_derived_once_however_often_it_opens(register, path, monkeypatch):
    derived = []

    def counted(opener, scheme, where):
        derived.append(scheme["salt"])
        return registers_opened_by(opener, scheme, where)

    registers_opened_by = registers.opened_by
    monkeypatch.setattr(registers, "opened_by", counted)
    other = CohortRegister(path, Passphrase(PHRASE))
    other.derive("2024")
    other.key_of("2024")
    assert derived == [contents_of(path).scheme["salt"]]


def test_a_register_encrypted_anew_meanwhile_opens_for_who_has_its_passphrase(register, path):
    """Another process gave it a new salt: the key derived under the old one opens nothing any more."""
    register.derive("2024")
    key, _ = register.key_of("2024")
    CohortRegister(path, Passphrase(PHRASE)).rekey(Passphrase(PHRASE), scrypt_n=1 << 14)
    assert register.key_of("2024")[0] == key
    register.derive("2025")
    assert verify(path, register.sealing_key()).flaws == ()


def test_a_register_encrypted_anew_meanwhile_is_closed_to_its_old_passphrase(register, path):
    register.derive("2024")
    CohortRegister(path, Passphrase(PHRASE)).rekey(Passphrase(PHRASE + "."), scrypt_n=1 << 14)
    before = path.read_bytes()
    for refused in (register.key_of, register.destroy):
        with pytest.raises(UsageError, match="the passphrase does not open"):
            refused("2024")
    assert path.read_bytes() == before


def test_a_key_file_gives_way_to_a_passphrase_of_the_cost_asked_for(path):
    register = CohortRegister(path, MasterKey.generate())
    register.create()
    register.derive("2024")
    key, _ = register.key_of("2024")
    register.rekey(Passphrase(PHRASE), scrypt_n=1 << 15)
    scheme = contents_of(path).scheme
    assert (scheme["kind"], scheme["n"]) == ("passphrase", 1 << 15)
    assert CohortRegister(path, Passphrase(PHRASE)).key_of("2024")[0] == key
    last = json.loads(audit_file_of(path).read_text().splitlines()[-1])
    assert (last["entry"], last["what"], last["cohort"]) == (2, "rekey", None)


@pytest.mark.parametrize("key", ["é", "AAAA"], ids=["no wrapped secret", "another secret"])
def test_a_damaged_key_is_told_and_changes_neither_register_nor_opener(register, path, key):
    register.derive("2023")
    register.derive("2024")
    contents = contents_of(path)
    damaged = contents.with_cohort(replace(contents.cohort("2024"), key=key)).sealed(register.sealing_key())
    path.write_bytes(damaged.to_bytes())
    for refused in (lambda: register.key_of("2024"), lambda: register.rekey(MasterKey.generate())):
        with pytest.raises(UsageError, match=f"^{path} is damaged: "):
            refused()
    assert path.read_bytes() == damaged.to_bytes()
    register.key_of("2023")


def test_a_damaged_sealing_key_is_told(register, path):
    path.write_bytes(replace(contents_of(path), sealing="é").to_bytes())
    with pytest.raises(UsageError, match=f"^{path} is damaged: "):
        register.sealing_key()


def test_a_cost_that_no_register_has_is_refused_with_its_name(register, path, tmp_path):
    before, other = path.read_bytes(), tmp_path / "other.json"
    with pytest.raises(UsageError, match=f"^{path} asks for a derivation this program does not do"):
        register.rekey(Passphrase(PHRASE), scrypt_n=1 << 13)
    with pytest.raises(UsageError, match=f"^{other} asks for a derivation this program does not do"):
        CohortRegister(other, Passphrase(PHRASE)).create(scrypt_n=1 << 13)
    assert path.read_bytes() == before
    assert not other.exists()


def test_a_register_has_one_lock_by_whatever_name(register, path, monkeypatch):
    held = []

    def noted(file):
        held.append(file)
        return locked(file)

    monkeypatch.setattr(registers, "locked", noted)
    link = path.with_name("link.json")
    link.symlink_to(path)
    # By either name it is one register, with one lock.
    for read in (contents_of, lambda name: CohortRegister(name, Passphrase(PHRASE)).sealing_key()):
        read(link)
    assert held == [path, path]
