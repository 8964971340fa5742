import type { Catalogue, CatalogueType } from '../catalogue/catalogue.ts'
import { EnumDirective, readDirective } from './directives.ts'
import type { EnumType, ScalarName, ValueType } from './model.ts'
import { isValidName, typeName } from './names.ts'

const SCALARS: ReadonlyMap<string, ScalarName> = new Map(
  Object.entries({
    int2: 'Int',
    int4: 'Int',
    int8: 'BigInt',
    float4: 'Float',
    float8: 'Float',
    numeric: 'BigFloat',
    text: 'String',
    varchar: 'String',
    bpchar: 'String',
    char: 'String',
    name: 'String',
    bool: 'Boolean',
    uuid: 'UUID',
    date: 'Date',
    time: 'Time',
    timetz: 'Time',
    timestamp: 'Datetime',
    timestamptz: 'Datetime',
    json: 'JSON',
    jsonb: 'JSON',
  }),
)

export type ValueTypes = {
  /** Undefined for types without a GraphQL equivalent: rows, pseudo types and lists of those. */
  of(oid: string): ValueType | undefined
  readonly enums: readonly EnumType[]
}

/** Chooses the GraphQL type for each SQL type. `taken` holds names that are already used. */
export function createValueTypes(
  { types, schemas }: Catalogue,
  taken: Set<string>,
  isInflected: (schema: string) => boolean,
): ValueTypes {
  const byOid = new Map(types.map((type) => [type.oid, type]))
  const exposed = new Set(schemas.map(({ name }) => name))
  const enums = new Map<string, EnumType | undefined>()

  /** The type under domains, however deep. */
  function underlying(type: CatalogueType): CatalogueType | undefined {
    let found: CatalogueType | undefined = type
    while (found?.kind === 'd') found = byOid.get(found.base ?? '')
    return found
  }

  function itemOf(type: CatalogueType): ScalarName | EnumType | undefined {
    const base = underlying(type)
    if (!base || base.kind === 'c' || base.kind === 'p' || base.element !== null) return undefined
    if (base.kind === 'e') return enumOf(base) ?? 'Opaque'
    // Compared by name in any schema, because the owner chooses an extension's schema.
    if (base.name === 'citext') return 'String'
    return (base.schema === 'pg_catalog' ? SCALARS.get(base.name) : undefined) ?? 'Opaque'
  }

  function enumOf(type: CatalogueType): EnumType | undefined {
    if (enums.has(type.oid)) return enums.get(type.oid)
    // Labels of enums in schemas that are not exposed must stay private.
    const made = exposed.has(type.schema) ? createEnum(type, isInflected(type.schema)) : undefined
    const isFree = made !== undefined && !taken.has(made.name) && !taken.has(`${made.name}Filter`)
    if (isFree) taken.add(made.name).add(`${made.name}Filter`)
    enums.set(type.oid, isFree ? made : undefined)
    return enums.get(type.oid)
  }

  const refOf = (oid: string | null) => {
    const type = byOid.get(oid ?? '')
    return type && { schema: type.schema, name: type.name }
  }

  return {
    of(oid) {
      const type = byOid.get(oid)
      const base = type && underlying(type)
      if (!type || !base) return undefined
      const element = base.element === null ? undefined : byOid.get(base.element)
      const item = itemOf(element ?? base)
      if (item === undefined || (base.element !== null && !element)) return undefined
      return {
        sql: { schema: type.schema, name: type.name },
        base: { schema: base.schema, name: base.name },
        baseArray: element ? undefined : refOf(base.array),
        isDomain: type !== base,
        item,
        isList: element !== undefined,
        isOrdered: !element && base.isOrdered && item !== 'JSON',
      }
    },
    get enums() {
      return [...enums.values()].filter((found) => found !== undefined)
    },
  }
}

/** Undefined if a label is not a valid name and no mapping replaces it. */
function createEnum(type: CatalogueType, isInflected: boolean): EnumType | undefined {
  const directive = readDirective(type.comment, EnumDirective)
  const name = directive.name ?? typeName(type.name, isInflected)
  const values = (type.labels ?? []).map(
    (label) => [directive.mappings?.[label] ?? label, label] as const,
  )
  const names = new Set(values.map(([value]) => value))
  const isValid =
    isValidName(name) &&
    values.length > 0 &&
    names.size === values.length &&
    values.every(([value]) => isValidName(value) && !['true', 'false', 'null'].includes(value))
  if (!isValid) return undefined
  const isMapped = values.some(([value, label]) => value !== label)
  return { name, description: directive.description, values, isMapped }
}
