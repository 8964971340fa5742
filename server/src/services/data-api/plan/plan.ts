import type { Operation } from '../request/filter.ts'
import type { JsonStep } from '../request/field.ts'
import type { Preferences } from '../request/preferences.ts'
import type { Aggregate } from '../request/select.ts'
import type { Relationship, RelationName } from '../schema/relationships.ts'
import type { Routine } from '../schema/schema-cache.ts'
import type { Media } from './media.ts'

/** A column of one query's relation, or a place inside a JSON column. */
export type PlannedField = {
  readonly name: string
  readonly path: readonly JsonStep[]
  /** Arrays and composite values are converted to JSON before a path is applied. */
  readonly isTurnedToJson: boolean
  /** Text search looks into a tsvector: other types are made one. */
  readonly isTsVector: boolean
}

export type Output =
  | { readonly kind: 'star' }
  | {
      readonly kind: 'field'
      readonly field: PlannedField
      readonly cast: string | undefined
      /** The key in the response. */
      readonly name: string
      readonly aggregate: Aggregate | undefined
      /** Formats values of a domain that has its own JSON representation. */
      readonly toJson: RelationName | undefined
    }
  /** The number of rows. */
  | { readonly kind: 'count'; readonly cast: string | undefined; readonly name: string }
  /** Stands for a row that is counted by the level above. */
  | { readonly kind: 'one'; readonly name: string }

export type PlannedCondition =
  | {
      readonly kind: 'filter'
      readonly field: PlannedField
      readonly isNegated: boolean
      readonly operation: Operation
      /** Reads texts as values of the column's domain. */
      readonly fromText: RelationName | undefined
    }
  /** Whether an embedded resource exists. */
  | { readonly kind: 'embed-is-null'; readonly embed: EmbedPlan; readonly isNegated: boolean }
  | {
      readonly kind: 'and' | 'or'
      readonly isNegated: boolean
      readonly conditions: readonly PlannedCondition[]
    }

export type PlannedOrder = {
  readonly field: PlannedField
  /** Sorts by a column of this resource, embedded to one. */
  readonly embed: EmbedPlan | undefined
  readonly direction: 'asc' | 'desc' | undefined
  readonly nulls: 'first' | 'last' | undefined
}

/** One query: the resource asked for, or one embedded in another. */
export type ReadPlan = {
  readonly from: RelationName
  /** Unique in the statement. */
  readonly alias: string
  readonly outputs: readonly Output[]
  readonly conditions: readonly PlannedCondition[]
  readonly order: readonly PlannedOrder[]
  readonly offset: number
  readonly limit: number | undefined
  readonly embeds: readonly EmbedPlan[]
  /** Rows that agree in everything selected but aggregates are one. */
  readonly isGrouped: boolean
  /** Its columns are spread over rows that are grouped, and json has no equality. */
  readonly isCompared?: boolean
  /** Rows are formatted as text, and embedded resources as jsonb. */
  readonly isText?: boolean
}

/** A column a spread resource hands its parent. */
export type SpreadColumn = {
  readonly column: string
  /** The key in the parent. */
  readonly name: string
  /** Taken over the parent's rows, not over the resource's. */
  readonly aggregate: Aggregate | undefined
}

export type EmbedPlan = {
  /** The key in the parent. */
  readonly name: string
  readonly relationship: Relationship
  /** What the joined rows go by, unique in the statement as all aliases are. */
  readonly alias: string
  readonly parentAlias: string
  readonly junctionAlias: string
  readonly isInner: boolean
  /**
   * Nested as an object or list; or its columns are the parent's: as they are, each by name, or
   * each as a list.
   */
  readonly shape:
    | { readonly kind: 'nested' }
    | { readonly kind: 'spread' }
    | { readonly kind: 'columns' | 'lists'; readonly columns: readonly SpreadColumn[] }
  /** The relation a computed relationship's function takes a row of. */
  readonly parentRow: ParentRow
  readonly read: ReadPlan
}

/**
 * How a parent's row is handed to a function: as the relation's own, or put together where the rows
 * are what a write or a function returned.
 */
export type ParentRow =
  | { readonly kind: 'own' }
  | {
      readonly kind: 'assembled'
      readonly type: RelationName
      readonly columns: readonly string[]
    }

/** A column that gets a value of the body. */
export type TargetColumn = {
  readonly name: string
  readonly type: string
  readonly default: string | null
  /** Reads JSON as values of the column's domain. */
  readonly fromJson: RelationName | undefined
}

export type WritePlan = {
  readonly into: RelationName
  readonly alias: string
  /** The columns of the written rows that the response needs: names, `*` for all, or none. */
  readonly returning: readonly string[]
  readonly hasBodyList: boolean
} & (
  | {
      readonly kind: 'insert'
      readonly columns: readonly TargetColumn[]
      readonly isMissingDefault: boolean
      readonly conflict:
        | { readonly columns: readonly string[]; readonly isMerged: boolean }
        | undefined
      /** How merged rows are distinguished from new ones, if the response needs it. */
      readonly countsInserted: 'by-version' | 'by-setting' | undefined
      /** PUT: the body's row must be the one the address names. */
      readonly conditions: readonly PlannedCondition[]
    }
  | {
      readonly kind: 'update'
      readonly columns: readonly TargetColumn[]
      readonly isMissingDefault: boolean
      readonly conditions: readonly PlannedCondition[]
    }
  | { readonly kind: 'delete'; readonly conditions: readonly PlannedCondition[] }
)

export type CallPlan = {
  readonly routine: Routine
  readonly alias: string
  /** Computed columns the rest needs: functions of a row are at hand only where it is made. */
  readonly computed: readonly string[]
  readonly arguments:
    /** Each argument's text, cast to its type. */
    | {
        readonly kind: 'values'
        readonly given: readonly {
          readonly name: string
          readonly type: string
          readonly isVariadic: boolean
          readonly value: string | readonly string[]
        }[]
      }
    /** Keys of the JSON body. */
    | {
        readonly kind: 'body'
        /** Only the first object of a list counts. */
        readonly isList: boolean
        readonly given: readonly {
          readonly name: string
          readonly type: string
          readonly isVariadic: boolean
        }[]
      }
    /** Fields of a form, each a list of texts. */
    | {
        readonly kind: 'form'
        readonly given: readonly {
          readonly name: string
          readonly type: string
          readonly isVariadic: boolean
        }[]
      }
    /** The whole body as the one unnamed argument. */
    | { readonly kind: 'whole-body'; readonly type: string }
}

type Common = {
  readonly schema: string
  readonly read: ReadPlan
  readonly media: Media
  readonly preferences: Preferences
  readonly isRolledBack: boolean
  /** Writes and calls refuse inside the statement, so that nothing of them stays. */
  readonly maxAffected: number | undefined
  readonly isReadOnly: boolean
}

/** What one request does, with every name resolved. */
export type Plan = Common &
  (
    | { readonly kind: 'read'; readonly isHead: boolean; readonly maxRows: number }
    | {
        readonly kind: 'write'
        readonly write: WritePlan
        readonly isPut: boolean
        readonly primaryKey: readonly string[]
      }
    | {
        readonly kind: 'call'
        readonly call: CallPlan
        readonly isHead: boolean
        readonly maxRows: number
      }
  )
