import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { twMerge } from 'tailwind-merge'
import { afterEach, vi } from 'vitest'
// A browser loads these lists when the pointer reaches their button. Tests do not wait for a file.
import '../src/components/shell/switcher-list.tsx'
import '../src/ui/inputs/calendar.tsx'
import '../src/ui/inputs/combobox-list.tsx'
import type { classNames as ClassNames } from '../src/lib/class-names.ts'

// A long timeout, because a busy machine is slow and must not fail tests.
configure({ asyncUtilTimeout: 20_000 })

// A later class does not win over an earlier one by itself, so no two may set the same property.
vi.mock('../src/lib/class-names.ts', async (importOriginal) => {
  const { classNames } = await importOriginal<{ classNames: typeof ClassNames }>()
  return {
    classNames: (...values: Parameters<typeof classNames>) => {
      const joined = classNames(...values)
      const isOverruled = (name: string) => !twMerge(joined).split(' ').includes(name)
      const overruled = joined.split(' ').filter(isOverruled)
      if (overruled.length === 0) return joined
      throw new Error(`Mark ${overruled.join(', ')} with base: or leave it out of "${joined}"`)
    },
  }
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  // Files share their modules, so a code editor that one left loading would be the next one's.
  for (const script of document.head.querySelectorAll('script')) {
    script.dispatchEvent(new Event('error'))
    script.remove()
  }
})

/** jsdom has no layout, so sizes never change. */
class StillObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= StillObserver
// Nor can anything be scrolled.
Element.prototype.scrollIntoView ??= () => {}
// No media query matches.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
