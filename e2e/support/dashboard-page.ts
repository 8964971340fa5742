import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test'

/** The toast with a text. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: text })

/** Opens the command palette and answers its field, once that takes what is typed. */
export async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('dialog', { name: 'Search and actions' }).getByRole('combobox')
  await expect(field).toBeFocused()
  return field
}

/** Waits until the focus is in what opened: before that it may not hear its keys. */
export const holdsFocus = (opened: Locator): Promise<void> =>
  expect
    .poll(() => opened.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true)

/** Stops the page's time a minute ahead, where the slowest machine has not been yet. */
export const stopTime = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 60_000)

/**
 * Lets stopped time go on, `step` milliseconds at once, until something is shown. It stops with it:
 * a toast, say, then stays as long as it is looked at, however slow the machine is.
 */
export const runUntilVisible = (page: Page, shown: Locator, step = 50): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(step)
        return shown.isVisible()
      },
      { intervals: [100] },
    )
    .toBe(true)

/** Collects the errors that nothing on the page catches, from now on. */
export function pageErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

/** Collects the requests to one path from now on, its query string aside. */
export function requestsTo(page: Page, path: string): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) requests.push(request)
  })
  return requests
}

/** Answers a path in the server's place; `answer` is given the count of the request, from 1. */
export async function answerInstead(
  page: Page,
  path: string,
  answer: (route: Route, count: number) => Promise<void>,
): Promise<void> {
  let count = 0
  await page.route(
    (url) => url.pathname === path,
    (route) => answer(route, (count += 1)),
  )
}

/** A refusal as the platform words one. */
export const refusal = (status: number, code: string, message: string) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ code, message }),
})

/** What this browser keeps under a name, parsed; null when there is nothing. */
export function stored(page: Page, name: string): Promise<unknown> {
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown, name)
}

/** Waits until the page has dealt with everything the server had sent so far. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/icon.svg')).text())
}
