import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { toast } from '../feedback/toast.ts'

/**
 * The text to copy. A function is called when the button is clicked, and can load the text. If that
 * fails, the function itself reports why.
 */
export type CopyableText = string | (() => string | Promise<string>)

type CopyButtonProps = Omit<ButtonProps, 'children' | 'onClick'> & {
  text: CopyableText
  /** Shows only the icon. The word remains the accessible name. */
  iconOnly?: boolean
  label?: string
}

/** Shows 'Copy', then 'Copied' for two seconds. Works only while the window has focus. */
export function CopyButton({
  text,
  iconOnly = false,
  label = 'Copy',
  size = iconOnly ? 'icon' : 'md',
  variant = iconOnly ? 'ghost' : 'secondary',
  ...props
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(text)) setCopied(true)
  }
  const word = copied ? 'Copied' : label
  const Icon = copied ? Check : Copy
  return (
    <Button
      data-slot="copy-button"
      size={size}
      variant={variant}
      onClick={() => void copy()}
      {...(iconOnly && { 'aria-label': word, title: word })}
      {...props}
    >
      <Icon className="size-3.5" />
      {!iconOnly && (
        <span aria-live="polite" className="min-w-[3.2em] text-left">
          {word}
        </span>
      )}
    </Button>
  )
}

const COPIED_MS = 2000

/**
 * Copies text to the clipboard. Returns false and shows a toast if the browser refuses, and without a
 * toast if the text cannot be loaded.
 */
export async function copyText(source: CopyableText): Promise<boolean> {
  let isLoaded = true
  try {
    if (!document.hasFocus()) throw new Error('the window lacks focus')
    const text = typeof source === 'string' ? source : source()
    if (typeof text !== 'string') text.catch(() => (isLoaded = false))
    await (typeof text === 'string' ? navigator.clipboard.writeText(text) : writeLater(text))
    return true
  } catch {
    if (isLoaded) toast.error('Unable to copy to clipboard')
    return false
  }
}

/**
 * Safari allows a write only during the click, so it gets a promise of the text. A browser without
 * such writes gets the text when it is loaded.
 */
async function writeLater(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text)
  const blob = text.then((loaded) => new Blob([loaded], { type: TEXT }))
  await Promise.all([navigator.clipboard.write([new ClipboardItem({ [TEXT]: blob })]), blob])
}

const TEXT = 'text/plain'
