/** The type of a column: its name, the name of a domain's base, and of an array's elements. */
export type ValueType = { readonly base: string; readonly element: string | null }

const NUMBERS = new Set(['int2', 'int4', 'int8', 'oid', 'numeric', 'float4', 'float8'])
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const MOMENT = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)?(:\d\d)?/

/** The JSON of a value that Postgres printed as text, as `to_jsonb` would write it. */
export function jsonOf(text: string | null, { base, element }: ValueType): string {
  if (text === null) return 'null'
  if (element !== null) return arrayJson(text, element)
  if (base === 'bool') return text === 't' ? 'true' : 'false'
  if (base === 'json' || base === 'jsonb') return text
  if (NUMBERS.has(base) && JSON_NUMBER.test(text)) return text
  if (base === 'timestamp' || base === 'timestamptz')
    return JSON.stringify(
      text.replace(
        MOMENT,
        (_, date: string, time: string, hours?: string, minutes?: string) =>
          `${date}T${time}${hours === undefined ? '' : `${hours}${minutes ?? ':00'}`}`,
      ),
    )
  return JSON.stringify(text)
}

/** Parses the text of an array, `{1,NULL,"a b",{…}}`. Any other text is sent unchanged. */
function arrayJson(text: string, element: string): string {
  // Arrays can begin at an index other than 1, as in `[0:1]={1,2}`.
  const tokens = text.slice(text.indexOf('{')).match(/[{},]|"(?:[^"\\]|\\.)*"|[^{},"]+/gs) ?? []
  let json = ''
  for (const token of tokens) {
    if (token === '{') json += '['
    else if (token === '}') json += ']'
    else if (token === ',') json += ','
    else if (token === 'NULL') json += 'null'
    else {
      const value = token.startsWith('"') ? token.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : token
      json += jsonOf(value, { base: element, element: null })
    }
  }
  return json
}
