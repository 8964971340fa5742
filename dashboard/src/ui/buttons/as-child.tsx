import {
  Children,
  cloneElement,
  isValidElement,
  type ComponentProps,
  type ReactElement,
} from 'react'
import { classNames } from '../../lib/class-names.ts'

type Props = Record<string, unknown>

/**
 * Renders its only child, such as a link, with the props of a button. Of two event handlers the
 * child's runs first; any other prop of the child replaces the button's. Every page loads this, and
 * Radix's own part for it is four times as long.
 */
export function AsChild({ children, className, ...props }: ComponentProps<'button'>) {
  const child = Children.only(children)
  if (!isValidElement<Props>(child)) return null
  return cloneElement(child, {
    ...mergedProps(props, child.props),
    className: classNames(className, textOf(child)),
  })
}

const textOf = ({ props: { className } }: ReactElement<Props>) =>
  typeof className === 'string' ? className : undefined

type Handler = (...values: readonly unknown[]) => void
const isHandler = (name: string, value: unknown): value is Handler =>
  /^on[A-Z]/.test(name) && typeof value === 'function'

function mergedProps(outer: Props, own: Props): Props {
  const merged = { ...outer, ...own }
  for (const [name, first] of Object.entries(own)) {
    const second = outer[name]
    if (!isHandler(name, first) || !isHandler(name, second)) continue
    merged[name] = (...values: readonly unknown[]) => {
      first(...values)
      second(...values)
    }
  }
  return merged
}
