"""The mends of the security audit undone, one at a time: what `docs/security/audit.md` says holds, and its test.

Each is the number of the item and a name, the file below the package, the text that stands there once, what is put in
its place, and the test that must fail then. `tools/bites.py` applies them.
"""

from __future__ import annotations

__all__ = ["MENDS"]

FOREIGN = "tests/files/test_foreign.py"
HOSTILE = "tests/hostile/test_hostile.py::test_a_hostile_input_harms_nothing_beside_it"
LINKS = "tests/sources/test_listing.py::test_links_are_followed_on_demand_and_never_out_of_the_folder"

MENDS = (
    (
        "audit 1: the folder of another taken for that of a run",
        "files/partial.py",
        "        reason = _foreign_folder(folder, names, mark, begins)\n",
        '        reason = ""\n',
        "tests/engines/run/test_foreign_files.py::test_a_partial_folder_that_no_run_left_is_refused_and_stays",
    ),
    (
        "audit 1: links followed by what is written",
        "files/descriptors.py",
        '_NO_LINK = getattr(os, "O_NOFOLLOW", 0)',
        "_NO_LINK = 0",
        f"{FOREIGN}::test_a_link_in_the_place_of_a_file_is_refused",
    ),
    (
        "audit 2: new files for everybody",
        "files/descriptors.py",
        "PRIVATE = 0o600",
        "PRIVATE = 0o644",
        f"{FOREIGN}::test_what_is_written_is_for_its_owner_alone",
    ),
    (
        "audit 2: results of a run for everybody",
        "files/descriptors.py",
        "        path.mkdir(PRIVATE_FOLDER)",
        "        path.mkdir(0o755)",
        "tests/engines/run/test_foreign_files.py::test_what_a_run_writes_is_for_its_user_alone_at_every_moment",
    ),
    (
        "audit 2: a new database for everybody",
        "omop/database.py",
        "        address.path.chmod(PRIVATE)\n",
        "        address.path.chmod(0o644)\n",
        "tests/omop/test_hostile.py::test_a_new_file_is_for_its_user_alone_and_a_link_is_not_followed",
    ),
    (
        "audit 3: rows taken for the text of the row before",
        "sources/rows.py",
        "if len(taken) > 1 and self._swallows(row, taken):",
        "if False:",
        "tests/sources/test_rows.py::test_rows_that_such_a_quote_would_make_one_document_stay_apart",
    ),
    (
        "audit 3: rows behind an open quote dropped",
        "sources/rows.py",
        "                self._again.appendleft(line)\n                break\n",
        "                self._again.clear()\n",
        "tests/sources/test_rows.py::test_a_quote_that_is_never_closed_costs_one_row",
    ),
    (
        "audit 3: a stamp taken for the text of a scan",
        "pdf/scans.py",
        "    return len(bands) < _LEAST_BANDS\n",
        "    return False\n",
        "tests/pdf/test_geometry.py::test_scans_are_told_from_pages_with_text",
    ),
    (
        "audit 3: documents lost without a word",
        "engines/run/balance.py",
        "        if self._done[source] != expected:\n",
        "        if False:\n",
        "tests/engines/run/test_balance.py::test_a_document_that_an_engine_loses_or_doubles_ends_the_run",
    ),
    (
        "audit 4: the command may leave a core",
        "cli/__init__.py",
        "        keep_memory_private()\n",
        "        pass\n",
        "tests/test_memory.py::test_the_command_itself_leaves_no_core",
    ),
    (
        "audit 5: a deadline far beyond what a document may take",
        "engines/deadline.py",
        "        return max(self.least,",
        "        return 60 * max(self.least,",
        "tests/engines/test_local.py::test_a_document_may_take_longer_the_longer_it_is",
    ),
    (
        "audit 5: fields of a record without bounds",
        "document/patient.py",
        "    if len(value) > most:\n",
        "    if False:\n",
        "tests/test_document.py",
    ),
    (
        "audit 6: a bad cell stops the run",
        "sources/entry.py",
        "    except Exception as error:  #",
        "    except ZeroDivisionError as error:  #",
        HOSTILE,
    ),
    (
        "audit 6: pipes and devices read",
        "sources/listing.py",
        "    if not stat.S_ISREG(found.st_mode):\n",
        "    if False:\n",
        LINKS,
    ),
    (
        "audit 7: views of a database read files",
        "omop/database.py",
        '        connection.exec_driver_sql("SET enable_external_access = false")\n',
        "",
        "tests/omop/test_hostile.py::test_a_view_in_a_file_reads_no_file_of_the_operator",
    ),
    (
        "audit 8: a model that lets names through",
        "engines/canary.py",
        "    if missed:\n",
        "    if False:\n",
        "tests/engines/test_canary.py::test_a_model_that_lets_names_through_does_not_run",
    ),
    (
        "audit 8: other weights than those of the training",
        "detection/neural/compact/model.py",
        "    if digest_of(stream) != told:\n",
        "    if False:\n",
        "tests/engines/test_canary.py::test_weights_that_are_not_those_of_the_training_do_not_run",
    ),
    (
        "audit 8: code of a model's folder",
        "detection/neural/encoder/folder.py",
        "from_pretrained(name, trust_remote_code=False, local_files_only=True)",
        "from_pretrained(name, local_files_only=True)",
        "tests/detection/neural/test_untrusted_folders.py",
    ),
    (
        "audit 9: any type released",
        "releasing.py",
        "released_type(draft.type, document_types)",
        "draft.type",
        "tests/test_document_types.py",
    ),
    ("audit 10: links among the inputs followed", "sources/listing.py", "if not follow_links:", "if False:", LINKS),
    (
        "audit 10: links followed out of the folder",
        "sources/listing.py",
        "if not file.resolve(strict=True).is_relative_to(folder.resolve()):",
        "if False:",
        LINKS,
    ),
    (
        "audit 11: names of fields shown",
        "rendering/screen.py",
        '    return repr(name) if _NAME.fullmatch(name) else "whose name is not shown"\n',
        "    return repr(name)\n",
        "tests/rendering/test_screen.py",
    ),
    (
        "audit 11: a text in the place of an identifier shown",
        "rendering/screen.py",
        "    if len(id) > _LONGEST_IDENTIFIER:\n",
        "    if False:\n",
        "tests/rendering/test_screen.py",
    ),
    (
        "audit 12: names of files act on the terminal",
        "cli/run/console.py",
        "    sys.stderr.write(shown(message)",
        "    sys.stderr.write(message",
        "tests/rendering/test_screen.py::test_names_of_files_and_fields_neither_act_nor_tell",
    ),
    (
        "audit 13: what took the name meanwhile replaced",
        "files/partial.py",
        "    if not replaces:\n",
        "    if False:\n",
        f"{FOREIGN}::test_what_came_meanwhile_is_not_replaced",
    ),
    (
        "audit 14: an edited input not told",
        "engines/run/planning.py",
        "    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns]\n",
        "    return [status.st_size, status.st_mtime_ns]\n",
        "tests/engines/run/test_planning.py",
    ),
    (
        "audit 15: what a kill left of a finished run left for good",
        "engines/run/resuming.py",
        "                if begun is None:  #",
        "                if False:  #",
        "tests/engines/run/test_foreign_files.py::test_a_run_killed_in_its_last_clean_up_is_finished_by_the_next",
    ),
    (
        "audit 16: pictures that stay not told",
        "cli/run/deid.py",
        "        if request.pdf.keeps_images:\n",
        "        if False:\n",
        "tests/cli/test_detect_and_key.py::test_pictures_that_stay_are_told",
    ),
    (
        "audit 16: a bomb for weights",
        "detection/neural/compact/model.py",
        "                _refuse_bomb(stream)\n",
        "",
        "tests/detection/neural/compact/test_model.py::test_weights_that_unpack_to_more_than_any_model_are_refused",
    ),
    (
        "audit 17: the key left in the environment",
        "cli/run/cohort_options.py",
        "        forget_variable(KEY_VARIABLE)\n",
        "",
        "tests/cli/test_detect_and_key.py::test_a_run_leaves_neither_key_nor_passphrase_in_the_environment",
    ),
    (
        "audit 17: the key left where the system shows the environment",
        "memory.py",
        "                ctypes.memset(",
        "                (lambda *_: None)(",
        "tests/test_memory.py::test_a_process_keeps_its_memory_its_key_and_its_files_to_itself",
    ),
    (
        "no format guessed: an unknown suffix read as text",
        "sources/listing.py",
        "its_format = format or format_of_name(name)",
        'its_format = format or format_of_name(name) or "text"',
        "tests/sources/test_listing.py::test_a_file_of_no_known_format_is_refused_by_name_unless_the_caller_names_one",
    ),
    (
        "records that match: a document without record written",
        "engines/run/reading.py",
        "        if entry.document is not None and not entry.document.patient.has_name:\n            lacks",
        "        if False:\n            lacks",
        "tests/cli/test_records.py::test_a_document_without_record_is_refused_where_one_is_required",
    ),
)
