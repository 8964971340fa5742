import { MAX_TABLE_VIEWS, type TableView } from '@stoa/contract/platform/table-views'
import { AppError } from '../../lib/errors.ts'

export const tableViewNotFound = () =>
  new AppError('table_view_not_found', 'This view does not exist.', {
    status: 404,
    hint: 'It may have been deleted, or is no longer shared. Reload the table.',
  })

export const tableViewForbidden = () =>
  new AppError(
    'table_view_forbidden',
    'You can’t change this view, because somebody else saved it.',
    {
      status: 403,
      hint: 'Save your changes as a new view.',
    },
  )

export const tableViewChanged = (stored: TableView) =>
  new AppError('table_view_changed', 'Somebody else has saved this view since you opened it.', {
    status: 409,
    hint: 'Reload the view, or save yours as a new one.',
    details: stored,
  })

export const tooManyTableViews = () =>
  new AppError('too_many_table_views', `You have ${MAX_TABLE_VIEWS} views of this table.`, {
    status: 409,
    hint: 'Delete views that you don’t need, then save again.',
  })
