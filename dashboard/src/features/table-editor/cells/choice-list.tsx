import type { Cell } from '@stoa/contract/services/meta/cell'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { classNames } from '../../../lib/class-names.ts'

type ChoiceListProps = {
  label: string
  choices: readonly { value: Cell; label: string }[]
  value: Cell
  /** Text typed before the list opened; the first value that starts with it is active. */
  seed: string | undefined
  onChoose: (value: Cell) => void
}

/** A list of the allowed values: arrows move, a letter jumps, Enter selects. */
export function ChoiceList({ label, choices, value, seed = '', onChoose }: ChoiceListProps) {
  const present = choices.findIndex((choice) => choice.value === value)
  const typed = seed === '' ? -1 : choices.findIndex(({ label }) => startsWith(label, seed))
  const [active, setActive] = useState(Math.max(0, typed === -1 ? present : typed))
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.focus()
  }, [])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const handleKeyDown = (event: KeyboardEvent) => {
    const last = choices.length - 1
    const moves: Record<string, number> = {
      ArrowDown: Math.min(last, active + 1),
      ArrowUp: Math.max(0, active - 1),
      Home: 0,
      End: last,
    }
    const next = moves[event.key] ?? startingWith(event.key)
    if (next !== undefined) {
      event.preventDefault()
      setActive(next)
    }
    const choice = choices[active]
    if ((event.key === 'Enter' || event.key === ' ') && choice !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      onChoose(choice.value)
    }
  }
  const startingWith = (letter: string) => {
    if (letter.length !== 1 || letter === ' ') return undefined
    const found = choices.findIndex(
      (choice, index) => index !== active && startsWith(choice.label, letter),
    )
    return found === -1 ? undefined : found
  }
  return (
    <div
      ref={list}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot hold NULL or open by itself
      role="listbox"
      aria-label={label}
      aria-activedescendant={`choice-${active}`}
      tabIndex={0}
      onKeyDown={handleKeyDown}
      className="max-h-64 overflow-y-auto p-1 outline-none"
    >
      {choices.map((choice, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list takes the keys
        <div
          key={choice.value ?? '\0'}
          id={`choice-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the list above
          role="option"
          tabIndex={-1}
          aria-selected={index === present}
          onPointerMove={() => setActive(index)}
          onClick={() => onChoose(choice.value)}
          className={classNames(
            'flex h-7 items-center gap-2 rounded-sm px-2 font-mono text-xs',
            index === active && 'bg-hover',
            choice.value === null && 'text-muted',
          )}
        >
          {choice.label}
          {index === present && <Check className="ml-auto size-3.5 text-muted" />}
        </div>
      ))}
    </div>
  )
}

const startsWith = (label: string, text: string): boolean =>
  label.toLowerCase().startsWith(text.toLowerCase())
