import type { ColumnReading } from '@stoa/contract/services/table-files'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { showSignedIn } from '../../../test/show.tsx'
import { ColumnFormat, valueKindOf, type ValueKind } from './column-format.tsx'

function show(kind: ValueKind) {
  const chosen: { reading: ColumnReading | undefined } = { reading: undefined }
  function Row() {
    const [reading, setReading] = useState<ColumnReading>()
    chosen.reading = reading
    return (
      <ColumnFormat
        source="paid"
        kind={kind}
        disabled={false}
        reading={reading}
        onChange={setReading}
      />
    )
  }
  showSignedIn(<Row />)
  return chosen
}

it('describes the words of a column, and forgets what is empty again', async () => {
  const chosen = show('boolean')
  await userEvent.click(screen.getByRole('button', { name: 'Format of paid' }))
  await userEvent.type(screen.getByLabelText('Word for true'), 'ja')
  await userEvent.type(screen.getByLabelText('Text that means null'), '-')
  expect(chosen.reading).toEqual({ true_text: 'ja', null_text: '-' })
  await userEvent.clear(screen.getByLabelText('Word for true'))
  await userEvent.clear(screen.getByLabelText('Text that means null'))
  expect(chosen.reading).toBeUndefined()
  expect(screen.queryByLabelText('Decimal sign')).toBeNull()
})

it.each([
  ['date', 'date'],
  ['timestamp with time zone', 'date'],
  ['double precision', 'number'],
  ['numeric(10,2)', 'number'],
  ['boolean', 'boolean'],
  ['jsonb', 'other'],
] as const)('knows that values of %s are of the kind %s', (type, kind) => {
  expect(valueKindOf(type)).toBe(kind)
})
