import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Button } from '../buttons/button.tsx'
import { Input } from './input.tsx'

// SPEC: "Default input size small."
it('an input is as small as a button by default', () => {
  render(
    <>
      <Input aria-label="Name" />
      <Input aria-label="Large" className="h-10" />
      <Button>Save</Button>
    </>,
  )
  expect(screen.getByLabelText('Name')).toHaveClass('base:h-7', 'base:text-sm')
  expect(screen.getByRole('button')).toHaveClass('h-7', 'text-sm')
  expect(screen.getByLabelText('Large')).toHaveClass('h-10')
  expect(screen.getByLabelText('Large')).not.toHaveClass('h-7')
})
