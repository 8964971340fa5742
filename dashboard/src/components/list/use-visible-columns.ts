import { useMedia } from '../../lib/use-media.ts'

const NARROWER = {
  sm: 'width < 40rem',
  md: 'width < 48rem',
  lg: 'width < 64rem',
  xl: 'width < 80rem',
}

/** The columns that the window's width leaves, by the classes that hide the others. */
export function useVisibleColumns<Column extends { className?: string }>(
  columns: readonly Column[],
): readonly Column[] {
  const hidden = {
    sm: useMedia(`(${NARROWER.sm})`),
    md: useMedia(`(${NARROWER.md})`),
    lg: useMedia(`(${NARROWER.lg})`),
    xl: useMedia(`(${NARROWER.xl})`),
  }
  return columns.filter(({ className = '' }) => {
    const size = /(?:^| )(sm|md|lg|xl):table-cell/.exec(className)?.[1]
    return !isSize(size) || !hidden[size]
  })
}

const isSize = (size: string | undefined): size is keyof typeof NARROWER =>
  size !== undefined && size in NARROWER
