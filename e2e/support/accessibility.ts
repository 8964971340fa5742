import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const THEMES = ['light', 'dark', 'classic-dark'] as const
/** What axe judges by colors; all else is the same in every theme. */
const RULES_ON_COLORS = ['color-contrast', 'link-in-text-block']
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
] as const

/** Stills what moves on all pages of a test: what is on its way is neither here nor there to axe. */
export const holdStill = (page: Page): Promise<void> =>
  page.emulateMedia({ reducedMotion: 'reduce' })

/**
 * What is wrong with a page that is held still, by axe, for those who do not see it or see it in
 * other ways: in one theme after the other, each as if it were chosen in another tab. By all rules in
 * the first one, by those on colors in the others.
 */
export async function violations(
  page: Page,
  { without = [] }: { without?: string[] } = {},
): Promise<string[]> {
  const all: string[] = []
  for (const theme of THEMES) {
    await page.evaluate((name) => {
      localStorage.setItem('stoa.theme', JSON.stringify(name))
      window.dispatchEvent(new StorageEvent('storage', { key: 'stoa.theme' }))
    }, theme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    // Even held still, colours take a moment: half of one theme on the other has no contrast.
    await page.waitForFunction(() =>
      document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
    )
    const axe = new AxeBuilder({ page })
      // Without a second page that puts frames together: these have none.
      .setLegacyMode()
      // What is right need not be described.
      .options({ resultTypes: ['violations'] })
      // The editor is Monaco's; its own screen reader mode is what helps there.
      .exclude('.monaco-editor')
      // GraphiQL's own, whose tabs hold their buttons; its markup is not ours to change.
      .exclude('.graphiql-tab')
    if (theme === THEMES[0]) axe.disableRules(without)
    else axe.withRules(RULES_ON_COLORS.filter((rule) => !without.includes(rule)))
    const found = await axe.analyze()
    for (const { id, nodes } of found.violations)
      all.push(`${id} in ${theme}: ${nodes[0]?.target.join(' ')}`)
  }
  return all
}

/** By how many pixels the page is wider than its window; it does not scroll sideways up to 0. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
