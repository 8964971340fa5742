import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './support/global-setup.ts',
  outputDir: '../.build/journeys',
  timeout: 240_000,
  // The code editor is three megabytes, which a busy machine needs time to load.
  expect: { timeout: 40_000 },
  // Each worker has a browser and a server that its files share.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    actionTimeout: 40_000,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Recording a trace costs a third of each test; use `--trace on` to record the one you examine.
    trace: 'off',
    permissions: ['clipboard-read', 'clipboard-write'],
    // Drawing animations costs a tenth of each test, and axe can't check elements while they move.
    // Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['STOA_CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
