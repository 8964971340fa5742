/**
 * The database as one role sees it in GraphQL: with all names decided, and without anything the
 * role may not see.
 */
export type Model = {
  readonly tables: readonly Table[]
  readonly routines: readonly Routine[]
  readonly enums: readonly EnumType[]
  readonly settings: readonly (readonly [name: string, value: string])[]
}

/** The scalars for values of the database. */
export const SCALAR_NAMES = [
  'Int',
  'BigInt',
  'Float',
  'BigFloat',
  'String',
  'Boolean',
  'UUID',
  'Date',
  'Time',
  'Datetime',
  'JSON',
  'Opaque',
] as const
export type ScalarName = (typeof SCALAR_NAMES)[number]

export type EnumType = {
  readonly name: string
  readonly description: string | undefined
  /** GraphQL name and the label of the SQL type. */
  readonly values: readonly (readonly [name: string, label: string])[]
  /** Some name differs from its label. */
  readonly isMapped: boolean
}

export type TypeRef = { readonly schema: string; readonly name: string }

/** A database type and the representation of its values. */
export type ValueType = {
  /** The type that a bound text is cast to. */
  readonly sql: TypeRef
  /** The base type of a domain, in which it is compared; otherwise the type itself. */
  readonly base: TypeRef
  /** The array type of `base`; undefined if there is none. */
  readonly baseArray: TypeRef | undefined
  readonly isDomain: boolean
  readonly item: ScalarName | EnumType
  readonly isList: boolean
  /** Rows can be sorted by it. */
  readonly isOrdered: boolean
}

export type Column = {
  readonly name: string
  readonly field: string
  readonly description: string | undefined
  readonly type: ValueType
  readonly isNotNull: boolean
  readonly isInsertable: boolean
  readonly isUpdatable: boolean
}

/** The columns that a relationship compares. */
export type ColumnPairs = readonly (readonly [near: string, far: string])[]

export type Relationship = {
  readonly field: string
  readonly target: Table
  readonly columns: ColumnPairs
  readonly isToMany: boolean
  readonly isNotNull: boolean
}

export type UniqueKey = { readonly name: string; readonly columns: readonly string[] }

export type TableName = { readonly schema: string; readonly name: string }

export type Table = TableName & {
  /** Its GraphQL name, from which the names of fields are derived. */
  readonly label: string
  /** Its GraphQL type: the name, with an underscore appended if another type has it. */
  readonly type: string
  readonly description: string | undefined
  /** Only the columns that the role may select. */
  readonly columns: readonly Column[]
  /** Columns that the role may write, including some that it may not read. */
  readonly insertable: readonly Column[]
  readonly updatable: readonly Column[]
  readonly isDeletable: boolean
  readonly primaryKey: readonly Column[]
  /** Unique keys that an insert may conflict with, if their names are valid in GraphQL. */
  readonly conflicts: readonly UniqueKey[]
  readonly hasTotalCount: boolean
  readonly hasAggregate: boolean
  readonly maxRows: number
  readonly relationships: Relationship[]
  readonly computed: Routine[]
}

export type RoutineArgument = {
  readonly name: string
  readonly field: string
  readonly type: ValueType
  readonly isOptional: boolean
  /** The default value, if it is a plain value. */
  readonly defaultValue: string | number | boolean | undefined
}

export type Routine = {
  readonly schema: string
  readonly name: string
  readonly field: string
  readonly description: string | undefined
  readonly isVolatile: boolean
  /** Empty for a function that takes a row. */
  readonly arguments: readonly RoutineArgument[]
  readonly returns:
    | { readonly kind: 'value'; readonly type: ValueType }
    | { readonly kind: 'row'; readonly table: Table }
    | { readonly kind: 'rows'; readonly table: Table }
}
