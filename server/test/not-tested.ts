/** Says in the output of the tests what this system cannot test, and the reason. */
export const sayNotTested = (what: string, reason: string): void =>
  void process.stderr.write(`Not tested here: ${what} ${reason}\n`)
