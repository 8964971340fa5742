/**
 * Calls in policies whose result is the same for all rows. Strings and quoted names are skipped, so
 * that text in them is never taken for a call.
 */
const TOKEN =
  /[eE]?'(?:[^'\\]|''|\\.)*'|"(?:[^"]|"")*"|\bselect\b\s+(?:auth\.\w+\(\)|current_setting\()|\bauth\.(?:uid|jwt|role|email)\(\)|(?<![\w."])current_setting\((?:'(?:[^']|'')*'(?:::text)?(?:, (?:true|false))?)\)/giu

const isCall = (token: string): boolean => /^(?:auth\.|current_setting\()/iu.test(token)

/** Whether Postgres evaluates such a call for each row. */
export const hasBareCalls = (expression: string): boolean =>
  (expression.match(TOKEN) ?? []).some(isCall)

/** The expression with these calls in sub-selects, which Postgres evaluates once per query. */
export const wrapCalls = (expression: string): string =>
  expression.replaceAll(TOKEN, (token) => (isCall(token) ? `(select ${token})` : token))
