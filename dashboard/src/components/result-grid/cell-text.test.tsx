import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CellText } from './cell-text.tsx'

it.each([
  ['   three   spaces  ', '···three   spaces··'],
  ['   ', '···'],
  ['plain text', 'plain text'],
  ['a\n b', 'a ↵  b'],
])('shows %j with its white space', (value, shown) => {
  const { container } = render(<CellText value={value} />)
  expect(container.textContent).toBe(shown)
})
