import { lazy } from 'react'

/**
 * The sheets and dialogs of the table editor. Their code loads when one is opened first, so that an
 * open table shows its rows sooner.
 */
const deletions = () => import('../structure/delete-dialogs.tsx')

export const TabBar = lazy(async () => ({
  default: (await import('./tab-bar.tsx')).TabBar,
}))
export const TableSheet = lazy(async () => ({
  default: (await import('../structure/table-sheet.tsx')).TableSheet,
}))
export const EditTableSheet = lazy(async () => ({
  default: (await import('../structure/edit-table-sheet.tsx')).EditTableSheet,
}))
export const DuplicateTableSheet = lazy(async () => ({
  default: (await import('../structure/duplicate-table-sheet.tsx')).DuplicateTableSheet,
}))
export const ColumnSheet = lazy(async () => ({
  default: (await import('../structure/column-sheet.tsx')).ColumnSheet,
}))
export const DefinitionView = lazy(async () => ({
  default: (await import('../structure/definition-view.tsx')).DefinitionView,
}))
export const InsertSheet = lazy(async () => ({
  default: (await import('../insert/insert-sheet.tsx')).InsertSheet,
}))
export const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}))
export const ConditionForm = lazy(async () => ({
  default: (await import('./condition-form.tsx')).ConditionForm,
}))
export const FilterChips = lazy(async () => ({
  default: (await import('./filter-chips.tsx')).FilterChips,
}))
export const SelectionBar = lazy(async () => ({
  default: (await import('./selection-bar.tsx')).SelectionBar,
}))
export const ViewsMenuItems = lazy(async () => ({
  default: (await import('./views-menu-items.tsx')).ViewsMenuItems,
}))
export const ViewDialog = lazy(async () => ({
  default: (await import('./view-dialog.tsx')).ViewDialog,
}))
export const RelatedRowsItems = lazy(async () => ({
  default: (await import('../cells/related-rows-items.tsx')).RelatedRowsItems,
}))
export const ReferencePeek = lazy(async () => ({
  default: (await import('../cells/reference-peek.tsx')).ReferencePeek,
}))
export const DeleteRowsDialog = lazy(async () => ({
  default: (await import('./delete-rows-dialog.tsx')).DeleteRowsDialog,
}))
export const BulkDialog = lazy(async () => ({
  default: (await import('./bulk-dialog.tsx')).BulkDialog,
}))
export const PasteDialog = lazy(async () => ({
  default: (await import('./paste-dialog.tsx')).PasteDialog,
}))
export const RowConflictDialog = lazy(async () => ({
  default: (await import('./row-conflict-dialog.tsx')).RowConflictDialog,
}))
export const ChangesConflictDialog = lazy(async () => ({
  default: (await import('./changes-conflict-dialog.tsx')).ChangesConflictDialog,
}))
export const RlsDetails = lazy(async () => ({
  default: (await import('./rls-details.tsx')).RlsDetails,
}))
export const ReviewSheet = lazy(async () => ({
  default: (await import('./review-sheet.tsx')).ReviewSheet,
}))
export const RowSheet = lazy(async () => ({
  default: (await import('../insert/row-sheet.tsx')).RowSheet,
}))
export const NewPolicySheet = lazy(async () => ({
  default: (await import('../../../components/policies/new-policy-sheet.tsx')).NewPolicySheet,
}))
export const EditPolicySheet = lazy(async () => ({
  default: (await import('../../../components/policies/edit-policy-sheet.tsx')).EditPolicySheet,
}))
export const DropPolicyDialog = lazy(async () => ({
  default: (await import('../../../components/policies/drop-policy-dialog.tsx')).DropPolicyDialog,
}))
export const DeleteTableDialog = lazy(async () => ({
  default: (await deletions()).DeleteTableDialog,
}))
export const DeleteColumnDialog = lazy(async () => ({
  default: (await deletions()).DeleteColumnDialog,
}))
