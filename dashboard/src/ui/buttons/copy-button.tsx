import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { toast } from '../feedback/toast.ts'

type CopyButtonProps = Omit<ButtonProps, 'children' | 'onClick'> & {
  /** The text to copy. A function is called when the button is clicked. */
  text: string | (() => string | Promise<string>)
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
    if (await copyText(typeof text === 'string' ? text : await text())) setCopied(true)
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

/** Copies text to the clipboard. Returns false and shows a toast if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!document.hasFocus()) throw new Error('the window lacks focus')
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast.error('Unable to copy to clipboard')
    return false
  }
}
