import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Callout, type CalloutType } from './callout.tsx'

const classesOf = (type: CalloutType | undefined) => {
  const shown = render(<Callout {...(type && { type })}>text</Callout>)
  const { className } = screen.getByRole('note')
  shown.unmount()
  return className
}

// SPEC: "Callout types: note and tip are default style; caution and deprecation are warning; danger is destructive;"
it('shows note and tip in the default style, caution and deprecation as warnings, danger as destructive', () => {
  expect(classesOf('tip')).toBe(classesOf('note'))
  expect(classesOf('deprecation')).toBe(classesOf('caution'))
  expect(classesOf('caution')).toContain('bg-warning-soft')
  expect(classesOf('danger')).toContain('bg-danger-soft')
  expect(classesOf('note')).not.toMatch(/warning|danger/)
})

// SPEC: "the default type is note."
it('is a note by default', () => {
  render(<Callout>text</Callout>)
  expect(screen.getByRole('note')).toHaveAttribute('data-type', 'note')
})
