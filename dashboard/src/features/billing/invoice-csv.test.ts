import { expect, it } from 'vitest'
import { invoiceCsv } from './invoice-csv.ts'

const invoice = {
  id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0d2',
  organization_id: 1,
  organization_slug: 'acme',
  number: 'M-2026-03-1',
  amount_cents: 2405,
  currency: 'USD',
  issued_at: '2026-04-01T00:00:30.000Z',
  due_at: '2026-04-15T00:00:30.000Z',
  paid_at: null,
}

it('writes one row for each position, with exact amounts', () => {
  const lines = [
    {
      description: 'Pro plan',
      project_ref: null,
      project_name: null,
      quantity: '1 month',
      amount_cents: 2500,
    },
    {
      description: 'Disk size',
      project_ref: 'shop',
      project_name: '=HYPERLINK("x")',
      quantity: '4 GB above 8 GB',
      amount_cents: 5,
    },
    {
      description: 'Credits',
      project_ref: null,
      project_name: null,
      quantity: '',
      amount_cents: -100,
    },
  ]
  expect(invoiceCsv({ ...invoice, lines }).split('\r\n')).toEqual([
    'invoice,issued_at,description,project_ref,project_name,quantity,amount,currency',
    'M-2026-03-1,2026-04-01T00:00:30.000Z,Pro plan,,,1 month,25.00,USD',
    `M-2026-03-1,2026-04-01T00:00:30.000Z,Disk size,shop,"'=HYPERLINK(""x"")",4 GB above 8 GB,0.05,USD`,
    'M-2026-03-1,2026-04-01T00:00:30.000Z,Credits,,,"",-1.00,USD',
    '',
  ])
})

it('writes an invoice without positions as one row', () => {
  expect(invoiceCsv({ ...invoice, lines: [] }).split('\r\n')[1]).toMatch(/,24\.05,USD$/)
})
