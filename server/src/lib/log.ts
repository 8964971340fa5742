type Write = (fields: Readonly<Record<string, unknown>>, message: string) => void

/** The part of pino's logger that modules use: fields for machines, a sentence for people. */
export type Log = {
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
}

/** Drops every line. For tests and short-lived processes. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
