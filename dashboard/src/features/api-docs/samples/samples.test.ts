import { expect, it } from 'vitest'
import { exampleValue } from './example-value.ts'
import { functionOperation } from './function-operation.ts'
import { writeSample } from './languages.ts'
import { javascriptValue, pythonValue, restName, shellArgument, type Example } from './literals.ts'
import type { Operation } from './operation.ts'

const target = { url: 'http://localhost:8000/p/ref', key: 'KEY', defaultSchema: 'public' }

const ODD: Example = {
  "it's": ['a"b', 'c\\d', 'line\nbreak', '\u2028', '${x}', '数', "'; drop"],
  'two words': { plain: null, yes: true, no: false, number: -1.5 },
  empty: [],
}

it('writes values that JavaScript evaluates to the originals', () => {
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- to run it is the test.
  expect(new Function(`return ${javascriptValue(ODD)}`)()).toEqual(ODD)
})

it('writes strings that both Python and JSON parse, and the constants of Python', () => {
  expect(pythonValue({ a: null, b: true, c: 'x"y' })).toBe('{"a": None, "b": True, "c": "x\\"y"}')
})

it('writes arguments that a shell passes on unchanged', () => {
  expect(shellArgument('a "b" $HOME `id` \\ !')).toBe(`'a "b" $HOME \`id\` \\ !'`)
  expect(shellArgument("it's")).toBe(String.raw`'it'\''s'`)
})

it('quotes a name only where the grammar of the API requires it', () => {
  expect(['id', 'a"b', 'Weird Name', 'a.b', 'c\\d', '1st'].map(restName)).toEqual([
    'id',
    '"a\\"b"',
    '"Weird Name"',
    '"a.b"',
    '"c\\\\d"',
    '"1st"',
  ])
})

const read: Operation = {
  kind: 'select',
  schema: 'shop',
  table: 'Weird Name?',
  select: ['id', '"a b"'],
  filters: [{ column: 'state', operator: 'in', value: ['open', 'in progress'] }],
}

it('names a schema that is not the default, and encodes characters that a URL cannot contain', () => {
  expect(writeSample(read, 'javascript', target)).toBe(`const { data, error } = await supabase
  .schema('shop')
  .from('Weird%20Name%3F')
  .select('id, "a b"')
  .in('state', ['open', 'in progress'])`)
  expect(writeSample(read, 'curl', target)).toBe(
    `curl 'http://localhost:8000/p/ref/rest/v1/Weird%20Name%3F?select=id,%22a%20b%22&state=in.(open,%22in%20progress%22)' \\
  -H 'apikey: KEY' \\
  -H 'Accept-Profile: shop'`,
  )
  expect(writeSample(read, 'python', target)).toBe(`response = (
    supabase.schema("shop").table("Weird%20Name%3F")
    .select("id, \\"a b\\"")
    .in_("state", ["open", "in progress"])
    .execute()
)`)
})

it('gives example values within the bounds of a type', () => {
  const column = { name: 'code', enum_values: null }
  expect(exampleValue({ ...column, type: 'character varying(3)', base_type: 'varchar' }, 2)).toBe(
    '2',
  )
  expect(
    exampleValue({ ...column, type: 'public.mood', base_type: 'mood', enum_values: ['a'] }),
  ).toBe('a')
  expect(exampleValue({ ...column, type: 'integer[]', base_type: '_int4' })).toEqual([1, 2])
})

const argument = {
  type: 'jsonb',
  base_type: 'jsonb',
  category: 'U',
  enum_values: null,
  has_default: false,
  is_variadic: false,
}
const summary = {
  id: 1,
  schema: 'public',
  name: 'take',
  comment: null,
  result: 'void',
  returns_set: false,
  volatility: 'volatile',
  is_security_definer: false,
} as const

it('passes an unnamed JSON argument as the body, and calls no function with other unnamed ones', () => {
  const nameless = { ...argument, name: '' }
  expect(functionOperation({ ...summary, arguments: [nameless] })).toMatchObject({
    input: { key: 'value' },
  })
  expect(functionOperation({ ...summary, arguments: [nameless, nameless] })).toBeUndefined()
})
