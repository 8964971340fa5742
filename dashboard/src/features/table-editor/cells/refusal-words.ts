/** A short explanation for the codes that say why a value was refused. */
const EXPLANATIONS: ReadonlyMap<string, string> = new Map([
  ['invalid_value', 'The column’s type doesn’t allow this value.'],
  ['datatype_mismatch', 'The column’s type doesn’t allow this value.'],
  ['not_null_violation', 'The column needs a value other than NULL.'],
  ['unique_violation', 'Another row already has this value.'],
  ['foreign_key_violation', 'A foreign key doesn’t allow this value.'],
  ['check_violation', 'A check constraint doesn’t allow this value.'],
  ['exclusion_violation', 'This value conflicts with another row.'],
  ['permission_denied', 'The selected role can’t change this value.'],
  ['write_suppressed', 'The row was left unchanged.'],
])

type Refusal = { readonly message: string; readonly code: string | undefined }

/** Why a value was refused, in full sentences; Postgres writes its reasons without them. */
export function refusalReason({ message, code }: Refusal): string {
  const explanation = code === undefined ? undefined : EXPLANATIONS.get(code)
  return [explanation, sentenceOf(message)].filter((text) => text !== undefined).join(' ')
}

function sentenceOf(message: string): string {
  // A name or a quoted value keeps its spelling.
  const isWord = /^\p{Ll}[\p{Ll}’'-]*(?=[\s,.:]|$)/u.test(message)
  const text = isWord ? message.charAt(0).toUpperCase() + message.slice(1) : message
  return /[.!?)”"]$/.test(text.trimEnd()) ? text : `${text}.`
}
