/**
 * `npm start`: installs missing packages, builds the dashboard if stale, and keeps the server running.
 */
import path from 'node:path'
import {
  ensureDashboard,
  ensureInstalled,
  findRuntime,
  readServerFlags,
  requireNode,
  root,
} from './lib/environment.mjs'
import { supervise } from './lib/supervise.mjs'

const HELP = `Usage: npm start [-- --help]

Starts Stoa: the dashboard, the platform and every project, in one process beside their Postgres
servers. If it ends unexpectedly, it is restarted. Settings come from the environment:

  STOA_PORT              HTTP port (8000)
  STOA_HOST              address listened on (127.0.0.1: this machine only)
  STOA_PUBLIC_URL        the address people use, when it is another one (behind a proxy)
  STOA_API_PORT          HTTP port of project APIs alone (STOA_PORT + 1), so that what a project
                         serves does not share the dashboard's origin
  STOA_API_URL           the address people reach that port at, when it is another one; projects are
                         at /p/<ref> below it
  STOA_MAX_CONNECTIONS_PER_ADDRESS
                         open HTTP connections of one client address (1000; 0: no limit). A proxy on
                         this machine is not limited; raise it for one on another machine
  STOA_POSTGRES_PORT     port for psql and drivers (6543)
  STOA_POSTGRES_TLS_CERT, STOA_POSTGRES_TLS_KEY
                         files of a TLS certificate and its private key (PEM, no passphrase), set
                         together: psql and drivers can encrypt, and connection strings ask for it.
                         Renewed files are loaded without a restart. Without them, database
                         connections are not encrypted
  STOA_DATA_DIR          folder of everything that is kept (.stoa in the checkout)
  STOA_MODE              platform: many organizations and projects (the default);
                         self-hosted: one organization, one project "default"
  STOA_FUNCTIONS_DIR     in self-hosted mode, a folder with edge functions, such as
                         supabase/functions: they are deployed when their files change
  STOA_DATABASE_URL      a Postgres for the platform's own records, instead of an embedded one
  STOA_POSTGRES_BIN      folder of another Postgres (16 or newer) to run projects on
  STOA_POSTGRES_ACCOUNT  account that runs the platform's Postgres when Stoa is started as
                         root; every project's Postgres then has a user id of its own
  STOA_IDLE_MINUTES      minutes without use after which a project sleeps (15)
  STOA_PROJECT_MEMORY_GB memory of one project's Postgres, in GB (three quarters of the
                         machine's), where Linux lets the server make control groups
  STOA_STORAGE_LIMIT_GB  size of all files of a project together, in GB (100); at the limit,
                         uploads are refused
  STOA_STORAGE_S3_BUCKET bucket of an S3 server for the content of files, instead of the data
                         folder; with STOA_STORAGE_S3_ACCESS_KEY_ID and
                         STOA_STORAGE_S3_SECRET_ACCESS_KEY. Files are not moved when it changes
  STOA_STORAGE_S3_ENDPOINT, STOA_STORAGE_S3_REGION, STOA_STORAGE_S3_PATH_STYLE
                         the server's URL (Amazon's), region (us-east-1), and whether the
                         bucket is part of the path: on (the default) or off
  STOA_SIGN_UP           open: anybody may make an account; invitation (the default)
  STOA_DISABLED_FEATURES comma-separated features that the server refuses and the dashboard hides:
                         organizations:create, organizations:delete, members:invite,
                         projects:create, projects:pause, projects:delete, billing:invoices,
                         notifications, support, permissions
  STOA_PLAN_LIMITS       on: an organization on the Free plan has at most 2 active projects;
                         off (default): plans limit nothing
  STOA_REGION            region of this machine: a code such as eu-central-1, or its latitude and
                         longitude (52.52,13.40) for the nearest one; local when absent
  STOA_SMTP_URL          smtp://user:password@host:port of a mail server; without one, mail is
                         kept and shown in the dashboard's mailbox
  STOA_MAIL_FROM         sender of mail
  STOA_SUPPORT_EMAIL     address that support requests are mailed to; without one, operators read
                         them in the dashboard
  STOA_ENTERPRISE_CONTACT_URL, STOA_DISCUSSIONS_URL, STOA_STATUS_PAGE_URL
                         pages the dashboard links to; without one, there is no such link
  STOA_STATUS_FEED_URL   a status page's incidents as JSON (/api/v2/incidents/unresolved.json),
                         shown in the incident banner
  STOA_EDITOR_CDN_URL    the code editor's folder "vs" at a CDN, of the version in package-lock.json;
                         without one, and in self-hosted mode, the installation serves its own copy
  STOA_ALLOW_PRIVATE_ADDRESSES
                         on: hooks, mail servers, and providers of projects can have addresses in
                         the local network; off (default)
  STOA_TELEMETRY         on: usage events of people who consent are kept for 90 days; off (default)
  STOA_ERROR_COLLECTOR_URL
                         takes errors that people meet, as JSON

The first start prints a link that makes the first account, the operator.
`

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  console.log(HELP)
  process.exit(0)
}
requireNode()
ensureInstalled()
const runtime = findRuntime()
ensureDashboard(runtime)

const args = [...runtime.flags, ...readServerFlags(), path.join(root, 'server', 'src', 'main.ts')]
const env = {
  NODE_ENV: 'production',
  // With compiled code cached, a start doesn't parse TypeScript or keep its parser in memory.
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'stoa'),
  ...process.env,
}
process.exit(await supervise(runtime.node, args, { env }))
