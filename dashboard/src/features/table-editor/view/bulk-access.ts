export type BulkKind = 'edit' | 'delete'

/** The rows of a bulk change: the selected ones, or all that match the filters. */
export type BulkScope = 'selected' | 'matching'

export type BulkAccess = { readonly canEdit: boolean; readonly canDelete: boolean }
