# SPDX-License-Identifier: Apache-2.0
"""Runs in gdb, which has the capture of five cores: C lines, inlined functions and all threads, forwards and backwards."""
import gdb


def chain():
    """Functions from the innermost on, each with its line."""
    frame, names = gdb.newest_frame(), []
    while frame is not None and frame.name() is not None and len(names) < 3:
        names.append(f"{frame.name().rstrip('()')}:{frame.find_sal().line}")
        frame = frame.older()
    return " < ".join(names)


def where():
    return f"{gdb.selected_thread().name}: {chain()}"


def step_of():
    return int(gdb.parse_and_eval("$step"))


def run(command):
    gdb.execute(command, to_string=True)


def check(is_so, text):
    if not is_so:
        print(f"FAILED: {text}; here: step {step_of()}, {where()}")
        gdb.execute("quit 1")


threads = {thread.num: thread.name for thread in gdb.selected_inferior().threads()}
check(sorted(threads.values()) == ["core b", "core nc", "core t0", "core t1", "core t2", "pipe 0", "pipe 1", "pipe 2"], threads)

# Each of the five cores comes to the inlined function.
run("break twice")
seen, steps = {}, []
while len(seen) < 5:
    run("continue")
    check(chain().startswith("twice:13 < leave:18 < main:23"), "a break in an inlined function")
    seen[gdb.selected_thread().name] = step_of()
    steps.append(step_of())
check(len(seen) == 5 and steps == sorted(steps), seen)
# The same places backwards. The cores came there in one round; forwards gdb hears of one after the other.
back = []
for _ in range(5):
    run("reverse-continue")
    back.append((gdb.selected_thread().name, step_of()))
check([name for name, _ in back] == list(reversed(seen)), f"{back} against {seen}")
check(all(late[1] > early[1] for late, early in zip(back, back[1:])) and back[-1][1] == steps[0], f"{back} against {seen}")
run("delete")

# Lines forwards and backwards in one core, from main on.
run("monitor goto start")
run("maintenance flush register-cache")
run("thread 2")
run("tbreak main thread 2")
run("continue")
check(gdb.selected_thread().name == "core t0" and "main:23" in chain(), "the beginning of main")
at = step_of()
run("step")
later = step_of()
check(later >= at and chain().startswith("leave:18"), "a line on") # an inlined call is entered without an instruction
run("reverse-step")
check(step_of() <= later, "a line back")

# From the result back to the store of its core, by watch and by reverse-watch; and what a pipe's word came from.
run("monitor goto end")
run("maintenance flush register-cache")
for core, name in enumerate(["core b", "core t0", "core t1", "core t2", "core nc"]):
    text = gdb.execute(f"monitor reverse-watch l1:{0x30000 + 4 * core:#x}", to_string=True)
    run("maintenance flush register-cache")
    check("five.c:18 in leave < :23 in main" in text, text)
    watched = step_of()
    run("monitor goto end")
    run("maintenance flush register-cache")
    run(f"watch *(unsigned *) {0x30000 + 4 * core:#x}")
    run("reverse-continue")
    check((gdb.selected_thread().name, step_of()) == (name, watched), f"the store of {name}")
    check(chain().startswith("leave:18 < main:23"), "its line")
    run("delete")
    run("monitor goto end")
    run("maintenance flush register-cache")
# A line on from the call of main is the end of the recording; from there gdb goes on as from anywhere.
run("monitor goto start")
run("maintenance flush register-cache")
run("thread 2")
run("tbreak main thread 2")
run("continue")
run("reverse-next")
run("next")
check(chain().startswith("stay"), "the end")
run("reverse-stepi")
run("step")
check(chain().startswith("stay"), "the end again")
run("monitor goto end")
run("maintenance flush register-cache")
text = gdb.execute("monitor reverse-watch state:adc.1.unp0.ch0.x", to_string=True)
check("SETADCXY" in text and "five.c:25 in main" in text, text)
print("five cores, three pipes, lines and inlined functions, both ways")
