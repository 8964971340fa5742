/**
 * `npm start`: installs missing packages, builds the dashboard if stale, and keeps the server running.
 */
import path from 'node:path'
import {
  compileCache,
  ensureDashboard,
  ensureInstalled,
  findRuntime,
  readServerFlags,
  requireNode,
  root,
} from './lib/environment.mjs'
import { supervise } from './lib/supervise.mjs'

const HELP = `Usage: npm start [-- --help]

Installs missing packages, builds the dashboard and starts Stoa. If the server stops unexpectedly,
it is restarted. Settings are environment variables (defaults in parentheses):

  STOA_PORT              HTTP port (8000)
  STOA_HOST              address to listen on (127.0.0.1: this machine only)
  STOA_PUBLIC_URL        public URL, if it differs, for example behind a proxy
  STOA_API_PORT          separate HTTP port for project APIs (STOA_PORT + 1), so that what a project
                         serves does not share the dashboard's origin
  STOA_API_URL           public URL of that port, if it differs; projects are at /p/<ref> below it
  STOA_MAX_CONNECTIONS_PER_ADDRESS
                         maximum open HTTP connections per client address (1000; 0: no limit). A
                         proxy on this machine is not limited; raise it for one on another machine
  STOA_POSTGRES_PORT     port for psql and drivers (6543)
  STOA_POSTGRES_TLS_CERT, STOA_POSTGRES_TLS_KEY
                         files of a TLS certificate and its private key (PEM, no passphrase). Set
                         both to let psql and drivers encrypt connections; connection strings then
                         require it. Renewed files are loaded without a restart
  STOA_DATA_DIR          data folder (.stoa in the checkout)
  STOA_ROLE              main (default): the server. realtime: a further process that serves the
                         realtime clients of all projects at STOA_PORT, on the same machine as the
                         main server and with the same STOA_DATA_DIR. Let a proxy send some of the
                         requests to /p/<ref>/realtime/v1 there
  STOA_MODE              platform (default): many organizations and projects;
                         self-hosted: one organization with one project named "default"
  STOA_FUNCTIONS_DIR     folder with edge functions, such as supabase/functions, that are deployed
                         when their files change; in self-hosted mode only
  STOA_NPM_REGISTRY_URL, STOA_JSR_REGISTRY_URL
                         URLs of mirrors that edge functions load npm: and jsr: packages from, also
                         at private addresses, and without credentials (the public registries)
  STOA_DATABASE_URL      Postgres database for the platform's own records, instead of an embedded one
  STOA_POSTGRES_BIN      folder of another Postgres (16 or newer) to run projects with
  STOA_POSTGRES_ACCOUNT  account that runs the platform's Postgres if Stoa is started as root; each
                         project's Postgres then has its own user ID
  STOA_IDLE_MINUTES      minutes of inactivity before a project goes to sleep (15)
  STOA_PROJECT_MEMORY_GB maximum memory of a project's Postgres in GB (three quarters of the
                         machine's memory); requires Linux control groups
  STOA_STORAGE_LIMIT_GB  maximum total size of a project's files in GB (100); at the limit, uploads
                         are rejected
  STOA_STORAGE_S3_BUCKET S3 bucket for file contents, instead of the data folder; requires
                         STOA_STORAGE_S3_ACCESS_KEY_ID and STOA_STORAGE_S3_SECRET_ACCESS_KEY.
                         Changing it does not move existing files
  STOA_STORAGE_S3_ENDPOINT, STOA_STORAGE_S3_REGION, STOA_STORAGE_S3_PATH_STYLE
                         URL of the S3 server (Amazon S3), region (us-east-1), and whether the
                         bucket is part of the path: on (default) or off
  STOA_BACKUPS           where backups go, of projects, their files and the platform's database: a
                         folder, s3://bucket/path, or off (backups in the data folder, which do not
                         survive its disk)
  STOA_BACKUPS_S3_ACCESS_KEY_ID, STOA_BACKUPS_S3_SECRET_ACCESS_KEY
                         keys of the bucket for backups
  STOA_BACKUPS_S3_ENDPOINT, STOA_BACKUPS_S3_REGION, STOA_BACKUPS_S3_PATH_STYLE
                         URL of the S3 server (Amazon S3), region (us-east-1), and whether the
                         bucket is part of the path: on (default) or off
  STOA_BACKUP_DAYS       days of which every moment can be restored (7). With STOA_PLAN_LIMITS=on,
                         the plan of the organization decides: 1, 7, 14 or 30 days
  STOA_INSTALLATION_KEY_FILE
                         file of the installation key (installation.key in the data folder), such as
                         on another medium than the backups
  STOA_SIGN_UP           who can create an account. invitation (default): people with an
                         invitation; open: anyone. New accounts are confirmed by email, or by the
                         link in the email of an invitation
  STOA_DISABLED_FEATURES comma-separated features that the server rejects and the dashboard hides:
                         organizations:create, organizations:delete, members:invite,
                         projects:create, projects:pause, projects:delete, billing:invoices,
                         notifications, support, permissions
  STOA_PLAN_LIMITS       on: an organization on the Free plan can have at most 2 active projects;
                         off (default): plans have no limits
  STOA_REGION            region of this machine: a code such as eu-central-1, or a latitude and
                         longitude such as 52.52,13.40, for which the nearest region is used (local)
  STOA_SMTP_URL          mail server, as smtp://user:password@host:port. Without one, emails are
                         stored in the dashboard's mailbox instead of being sent
  STOA_MAIL_FROM         sender address of emails
  STOA_SUPPORT_EMAIL     address that support requests are emailed to. Without one, operators read
                         them in the dashboard
  STOA_ENTERPRISE_CONTACT_URL, STOA_DISCUSSIONS_URL, STOA_STATUS_PAGE_URL
                         pages that the dashboard links to. Links without a URL are hidden
  STOA_STATUS_FEED_URL   incidents of a status page as JSON (/api/v2/incidents/unresolved.json),
                         shown in the incident banner
  STOA_EDITOR_CDN_URL    URL of the code editor's folder "vs" on a CDN, in the version of
                         package-lock.json. Without one, and in self-hosted mode, the installation
                         serves its own copy
  STOA_ALLOW_PRIVATE_ADDRESSES
                         on: hooks, mail servers and providers of projects can have private network
                         addresses, and functions can connect to them; off (default)
  STOA_AI_PROVIDER, STOA_AI_MODEL
                         model of the assistant for organizations without their own: openai,
                         anthropic, google, or compatible (a server with OpenAI's API, such as
                         Ollama or vLLM), and the model's name
  STOA_AI_API_KEY        key of that provider; a compatible server may need none
  STOA_AI_URL            URL of that provider, such as http://localhost:11434/v1; required for
                         compatible
  STOA_TELEMETRY         on: usage events of people who consent are kept for 90 days; off (default)
  STOA_ERROR_COLLECTOR_URL
                         URL that receives dashboard errors as JSON

The first start prints a link for creating the first account, the operator.
`

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  console.log(HELP)
  process.exit(0)
}
requireNode()
ensureInstalled({ withTools: false })
const runtime = findRuntime()
// A process for realtime clients serves no pages.
if (process.env['STOA_ROLE'] !== 'realtime') ensureDashboard(runtime)

const args = [...runtime.flags, ...readServerFlags(), path.join(root, 'server', 'src', 'main.ts')]
const env = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: compileCache,
  ...process.env,
}
process.exit(await supervise(runtime.node, args, { env }))
