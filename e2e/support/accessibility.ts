import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'

const THEMES = ['light', 'dark', 'classic-dark'] as const
/** The axe rules that depend on colors. All other rules give the same result in every theme. */
const RULES_ON_COLORS = ['color-contrast', 'link-in-text-block']
const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 360, height: 740 }

const isNarrow = (page: Page): boolean => (page.viewportSize() ?? WIDE).width <= NARROW.width

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The editor has its own screen reader mode, and GraphiQL nests buttons inside its tabs. */
const NOT_OURS = ['.monaco-editor', '.graphiql-tab']

/** The top bar and the lists of pages, which most pages share. */
const SHARED = 'nav, header:not(main header)'

/**
 * The parts in which this process has found no violation: the theme and width, and the label and
 * texts of a shared part. Checking its elements on every page again would be most of the work.
 */
const checked = new Set<string>()

/**
 * Returns the accessibility violations that axe finds on a page without animations. It switches the
 * page to each theme, as if another tab had selected it. All rules run in the first theme and the
 * color rules in the others. A narrow window is checked in the first theme only, because it has the
 * colors of the wide one. The elements of the top bar and of a list of pages are left out once they
 * have been checked, and while a dialog covers them.
 */
export async function violations(
  page: Page,
  { without = [] }: { without?: string[] } = {},
): Promise<string[]> {
  const all: string[] = []
  for (const theme of isNarrow(page) ? THEMES.slice(0, 1) : THEMES) {
    await page.evaluate((name) => {
      localStorage.setItem('stoa.theme', JSON.stringify(name))
      window.dispatchEvent(new StorageEvent('storage', { key: 'stoa.theme' }))
    }, theme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    // Without reduced motion, colors take a moment to change, and contrast is wrong until then.
    await page.waitForFunction(() =>
      document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
    )
    const isFirst = theme === THEMES[0]
    const found = await run(
      page,
      theme,
      isFirst
        ? { leftOut: without }
        : { only: RULES_ON_COLORS.filter((rule) => !without.includes(rule)) },
    )
    for (const { id, target } of found) all.push(`${id} in ${theme}: ${target}`)
  }
  return all
}

/** Returns how many pixels the page is wider than its window. Above 0, it scrolls horizontally. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/**
 * Expects that a page without animations has no accessibility violation and does not scroll
 * horizontally, first at the size that its window has and then at the other: 1440 or 360 px wide.
 */
export async function expectAccessible(page: Page, label = page.url()): Promise<void> {
  for (const size of isNarrow(page) ? [NARROW, WIDE] : [WIDE, NARROW]) {
    await page.setViewportSize(size)
    const place = `${label} at ${size.width} px`
    expect.soft(await violations(page), place).toEqual([])
    await expect
      .poll(() => overflow(page), `${place} does not scroll horizontally`)
      .toBeLessThanOrEqual(0)
  }
}

type Focus = {
  /** Whether the focus has left the page's elements or is back at the first. */
  readonly isThrough: boolean
  /** The focused element, if a container cuts its focus ring off. */
  readonly clipped: string | undefined
}

/** Examines the focused element. */
export const focusOn = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body)
      return { isThrough: true, clipped: undefined }
    const isThrough = element.textContent === 'Skip to content'
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
    if (outlineStyle === 'none') return { isThrough, clipped: undefined }
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    const ring = element.getBoundingClientRect()
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      const left = box.left + at.clientLeft
      const top = box.top + at.clientTop
      const isCutX =
        overflowX !== 'visible' &&
        (ring.left - reach < left - 0.5 || ring.right + reach > left + at.clientWidth + 0.5)
      const isCutY =
        overflowY !== 'visible' &&
        (ring.top - reach < top - 0.5 || ring.bottom + reach > top + at.clientHeight + 0.5)
      if (isCutX || isCutY)
        return {
          isThrough,
          clipped: `${element.outerHTML.slice(0, 120)} in ${at.outerHTML.slice(0, 120)}`,
        }
      if (position === 'fixed') break
    }
    return { isThrough, clipped: undefined }
  })

type Violation = { readonly id: string; readonly target: string | undefined }

/** Runs axe in the page, which gets it once and keeps it while the dashboard changes pages. */
async function run(
  page: Page,
  theme: string,
  rules: { leftOut?: readonly string[]; only?: readonly string[] },
): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options: RunOptions = {
    resultTypes: ['violations'],
    // The pages have no frames with content of ours.
    iframes: false,
    ...(rules.only && { runOnly: [...rules.only] }),
    ...(rules.leftOut && {
      rules: Object.fromEntries(rules.leftOut.map((rule) => [rule, { enabled: false }])),
    }),
  }
  const { found, seen } = await page.evaluate(
    async ({ notOurs, shared, known, theme, options }) => {
      const { axe } = window as unknown as { axe: typeof Axe }
      const exclude: (string | Element)[] = [...notOurs]
      const seen: string[] = []
      for (const part of document.querySelectorAll(shared)) {
        if (!part.checkVisibility()) continue
        const name = part.getAttribute('aria-label')
        const key = `${theme} at ${window.innerWidth} px: ${name} ${part.textContent}`
        // The landmark itself is always checked beside the page's own.
        if (known.includes(key) || part.closest('[aria-hidden=true], [inert]'))
          exclude.push(...part.children)
        else seen.push(key)
      }
      const { violations } = await axe.run({ exclude }, options)
      const found = violations.map(({ id, nodes }) => ({ id, target: nodes[0]?.target.join(' ') }))
      return { found, seen }
    },
    { notOurs: NOT_OURS, shared: SHARED, known: [...checked], theme, options },
  )
  if (found.length === 0) for (const key of seen) checked.add(key)
  return found
}
