/** The short names of types, by which people search for them. */
export const TYPE_ALIASES: Readonly<Record<string, string>> = {
  bigint: 'int8',
  integer: 'int4',
  smallint: 'int2',
  boolean: 'bool',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
  'character varying': 'varchar',
  'double precision': 'float8',
  real: 'float4',
}

const COMMON: readonly string[] = [
  'uuid',
  'text',
  'bigint',
  'boolean',
  'timestamp with time zone',
  'jsonb',
  'numeric',
  'date',
  'integer',
]

type TypeName = { readonly name: string; readonly schema: string }

/** Common types first, then those of the project, other built-in ones, and internal ones last. */
export function orderTypes<Type extends TypeName>(
  types: readonly Type[],
  internalSchemas: ReadonlySet<string>,
): Type[] {
  const placeOf = ({ name, schema }: TypeName): number => {
    const common = schema === 'pg_catalog' ? COMMON.indexOf(name) : -1
    if (common >= 0) return common
    if (schema === 'pg_catalog') return COMMON.length + 1
    return COMMON.length + (internalSchemas.has(schema) ? 2 : 0)
  }
  return types.toSorted((a, b) => placeOf(a) - placeOf(b))
}
