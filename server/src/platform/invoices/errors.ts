import { AppError } from '../../lib/errors.ts'

export const invoiceNotFound = () =>
  new AppError('invoice_not_found', 'This invoice does not exist.', {
    status: 404,
    hint: 'Reload the list of invoices.',
  })

export const numberReserved = (number: string) =>
  new AppError(
    'invoice_number_reserved',
    `The number ${number} is reserved for an invoice of a month.`,
    { status: 409, hint: 'Use a number that does not begin with M and a month.' },
  )
