/** The database as GraphQL shows it to one role: every name decided, nothing the role may not see. */
export type Model = {
  readonly tables: readonly Table[]
  readonly routines: readonly Routine[]
  readonly enums: readonly EnumType[]
  readonly settings: readonly (readonly [name: string, value: string])[]
}

/** The scalars that values of the database come as. */
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

/** A type of the database and how its values travel. */
export type ValueType = {
  /** What a bound text is cast to. */
  readonly sql: TypeRef
  /** The type under a domain, which is compared as it; otherwise the type itself. */
  readonly base: TypeRef
  /** The type whose values are lists of `base`; undefined where there is none. */
  readonly baseArray: TypeRef | undefined
  readonly isDomain: boolean
  readonly item: ScalarName | EnumType
  readonly isList: boolean
  /** Rows can be put in order by it. */
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

/** Columns that are equal across a relationship. */
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
  /** Its name in GraphQL, of which the names of fields are made. */
  readonly label: string
  /** Its type: the label, or where that is another's type, the label with an underscore behind it. */
  readonly type: string
  readonly description: string | undefined
  /** Only what the role may select. */
  readonly columns: readonly Column[]
  /** Columns the role may write, among them such as it may not read. */
  readonly insertable: readonly Column[]
  readonly updatable: readonly Column[]
  readonly isDeletable: boolean
  readonly primaryKey: readonly Column[]
  /** Unique keys an insert may run into, by names that GraphQL takes. */
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
  /** What it is when left out, where that is a plain value. */
  readonly defaultValue: string | number | boolean | undefined
}

export type Routine = {
  readonly schema: string
  readonly name: string
  readonly field: string
  readonly description: string | undefined
  readonly isVolatile: boolean
  /** Empty for one that takes a row. */
  readonly arguments: readonly RoutineArgument[]
  readonly returns:
    | { readonly kind: 'value'; readonly type: ValueType }
    | { readonly kind: 'row'; readonly table: Table }
    | { readonly kind: 'rows'; readonly table: Table }
}
