/** Prints what this system cannot test, and the reason, in the output of the tests. */
export const sayNotTested = (what: string, reason: string): void =>
  void process.stderr.write(`Not tested here: ${what} ${reason}\n`)
