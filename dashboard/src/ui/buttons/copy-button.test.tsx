import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'
import { toastQueue, type ToastEntry } from '../feedback/toast.ts'

const toasts: ToastEntry[] = []
let written: string[]
let hasFocus: boolean

beforeEach(() => {
  written = []
  hasFocus = true
  toasts.length = 0
  toastQueue.attach((entry) => toasts.push(entry))
  vi.useFakeTimers()
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus)
  const clipboard = { writeText: async (text: string) => void written.push(text) }
  vi.stubGlobal('navigator', { clipboard, platform: 'Linux' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const press = async () => {
  screen.getByRole('button').click()
  await act(async () => vi.advanceTimersByTimeAsync(0))
}

describe('the copy button', () => {
  // SPEC: "Copy button: 'Copy', then 'Copied' for 2 seconds, then reverts."
  it("says 'Copy', then 'Copied' for 2 seconds, then reverts", async () => {
    render(<CopyButton text="key" />)
    expect(screen.getByRole('button')).toHaveTextContent('Copy')
    await press()
    expect(written).toEqual(['key'])
    expect(screen.getByRole('button')).toHaveTextContent('Copied')
    await act(async () => vi.advanceTimersByTimeAsync(1999))
    expect(screen.getByRole('button')).toHaveTextContent('Copied')
    await act(async () => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('button').textContent).toBe('Copy')
  })

  // SPEC: "**Copy**: works only while the window has focus."
  // SPEC: "'Unable to copy to clipboard' (error toast when the window lacks focus)."
  it("shows 'Unable to copy to clipboard' while the window lacks focus", async () => {
    hasFocus = false
    render(<CopyButton text="key" />)
    await press()
    expect(written).toEqual([])
    expect(toasts).toMatchObject([{ kind: 'error', message: 'Unable to copy to clipboard' }])
    expect(screen.getByRole('button').textContent).toBe('Copy')
  })

  it('starts to write during the click while the text is still loaded', async () => {
    const writes: Promise<Blob>[] = []
    class Item {
      readonly blob: Promise<Blob>
      constructor(items: Record<string, Promise<Blob>>) {
        this.blob = items['text/plain'] ?? Promise.reject(new Error('no text'))
      }
    }
    vi.stubGlobal('ClipboardItem', Item)
    vi.stubGlobal('navigator', {
      clipboard: { write: async ([item]: Item[]) => void (item && writes.push(item.blob)) },
      platform: 'Linux',
    })
    const { promise, resolve } = Promise.withResolvers<string>()
    render(<CopyButton text={() => promise} />)
    screen.getByRole('button').click()
    expect(writes).toHaveLength(1)
    resolve('loaded')
    await act(async () => vi.advanceTimersByTimeAsync(0))
    expect(await (await writes[0])?.text()).toBe('loaded')
    expect(screen.getByRole('button')).toHaveTextContent('Copied')
  })

  it('writes the loaded text in a browser without such writes', async () => {
    render(<CopyButton text={async () => 'loaded'} />)
    await press()
    expect(written).toEqual(['loaded'])
    expect(screen.getByRole('button')).toHaveTextContent('Copied')
  })

  it('leaves the report of a text that could not be loaded to its loader', async () => {
    render(<CopyButton text={async () => Promise.reject(new Error('no connection'))} />)
    await press()
    expect(written).toEqual([])
    expect(toasts).toEqual([])
    expect(screen.getByRole('button')).toHaveTextContent('Copy')
  })
})
