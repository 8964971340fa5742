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
  /** Whether the column is a tsvector. Text search converts other types to one. */
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
  /** A constant for each row, which the level above counts. */
  | { readonly kind: 'one'; readonly name: string }

export type PlannedCondition =
  | {
      readonly kind: 'filter'
      readonly field: PlannedField
      readonly isNegated: boolean
      readonly operation: Operation
      /** Converts texts to values of the column's domain. */
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
  /** The resource embedded to one whose column to sort by. */
  readonly embed: EmbedPlan | undefined
  readonly direction: 'asc' | 'desc' | undefined
  readonly nulls: 'first' | 'last' | undefined
}

/** The query of the requested resource, or of one embedded in another. */
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
  /** Rows with equal values in everything selected except aggregates become one. */
  readonly isGrouped: boolean
  /** Spread over rows that are grouped, so jsonb replaces json, which has no equality. */
  readonly isCompared?: boolean
  /** Rows are formatted as text, and embedded resources as jsonb. */
  readonly isText?: boolean
}

/** A column that a spread resource passes to its parent. */
export type SpreadColumn = {
  readonly column: string
  /** The key in the parent. */
  readonly name: string
  /** Computed over the parent's rows, not the resource's. */
  readonly aggregate: Aggregate | undefined
}

export type EmbedPlan = {
  /** The key in the parent. */
  readonly name: string
  readonly relationship: Relationship
  /** The alias of the joined rows, unique in the statement. */
  readonly alias: string
  readonly parentAlias: string
  readonly junctionAlias: string
  readonly isInner: boolean
  /**
   * Nested as an object or a list, or with its columns added to the parent's: unchanged, each by
   * name, or each as a list.
   */
  readonly shape:
    | { readonly kind: 'nested' }
    | { readonly kind: 'spread' }
    | { readonly kind: 'columns' | 'lists'; readonly columns: readonly SpreadColumn[] }
  /** The argument of a computed relationship's function. */
  readonly parentRow: ParentRow
  readonly read: ReadPlan
}

/**
 * How a parent's row is passed to a function: as the relation's own row, or assembled from columns
 * if the rows are the result of a write or a function.
 */
export type ParentRow =
  | { readonly kind: 'own' }
  | {
      readonly kind: 'assembled'
      readonly type: RelationName
      readonly columns: readonly string[]
    }

/** A column that gets a value from the body. */
export type TargetColumn = {
  readonly name: string
  readonly type: string
  readonly default: string | null
  /** Converts JSON to values of the column's domain. */
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
      /** For PUT: the body's row must be the one that the URL names. */
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
  /** The computed columns that the statement uses. They can only be computed beside the call. */
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
  /** Writes and calls are refused inside the statement, so that they are rolled back. */
  readonly maxAffected: number | undefined
  readonly isReadOnly: boolean
}

/** The plan of one request, with every name resolved. */
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
