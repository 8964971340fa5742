import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test'

/** Finds the toast with the given text. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: text })

/** Records the text of each toast as it appears, because a slow check could miss it. */
export async function toastTexts(page: Page): Promise<string[]> {
  const texts: string[] = []
  await page.exposeFunction('keepToast', (text: string) => texts.push(text))
  await page.addInitScript(() => {
    const { keepToast } = window as unknown as { keepToast: (text: string | null) => void }
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element)
          for (const toast of [node, ...node.querySelectorAll('*')])
            if (toast.matches('[data-sonner-toast]')) keepToast(toast.textContent)
    }).observe(document, { childList: true, subtree: true })
  })
  return texts
}

/** Opens the command palette and returns its search field once it has focus. */
export async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('dialog', { name: 'Search and actions' }).getByRole('combobox')
  await expect(field).toBeFocused()
  return field
}

/** Waits until the opened element has focus, because earlier key presses could be lost. */
export const holdsFocus = (opened: Locator): Promise<void> =>
  expect
    .poll(() => opened.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true)

/** Stops the page's clock one minute ahead, a time that not even a slow machine has passed yet. */
export const stopTime = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 60_000)

/**
 * Advances the stopped clock in steps of `step` milliseconds until an element is visible. Then the
 * clock stops again, so that a toast, for example, stays visible even on a slow machine.
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

/** Collects uncaught errors on the page from now on. */
export function pageErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

/** Collects the requests to a path from now on, with any query string. */
export function requestsTo(page: Page, path: string): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) requests.push(request)
  })
  return requests
}

/** Responds to a path instead of the server. `answer` gets the number of the request, from 1. */
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

/** An error response in the platform's format. */
export const refusal = (status: number, code: string, message: string) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ code, message }),
})

/** Reads and parses a value from local storage; null if it doesn't exist. */
export function stored(page: Page, name: string): Promise<unknown> {
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown, name)
}

/** Waits until the page has processed all earlier responses of the server. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/icon.svg')).text())
}

/** Notes the page's requests from now on; the returned function waits until none of them runs. */
export function watchArrivals(page: Page): () => Promise<void> {
  const running = new Map<Request, string>()
  page.on('request', (request) => {
    // Waiting itself requests the icon. The script of a worker belongs to the worker: a page that
    // ends it early makes Chromium report neither an end nor a failure of that request.
    if (!/^blob:|\/icon\.svg$|\.worker-[^/]*\.js$/.test(request.url())) {
      running.set(request, request.url())
    }
  })
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  return async () => {
    do {
      await expect.poll(() => [...running.values()], { intervals: [20] }).toEqual([])
      await settle(page)
    } while (running.size > 0)
  }
}

/** Opens another page of the dashboard as a link does, without loading the dashboard again. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), path)
