/**
 * The modules that use Node's functions for files although they are in the folders of the code that
 * handles clusters' and functions' folders: which functions, and why they cannot reach a file that
 * a cluster's or a function's account has put there.
 */
export const PLAIN_FILES = new Map([
  ...each('The folder of all projects belongs to the server; only the names in it are used.', {
    'fleet/copies/copy-project.ts': ['rename'],
    'fleet/copies/prepare-copy.ts': ['rm'],
    'fleet/copies/spares.ts': ['existsSync', 'readdir', 'rename'],
    'fleet/lifecycle/advance.ts': ['readdir', 'rename'],
    'fleet/lifecycle/reconcile.ts': ['readdir'],
    'fleet/machine/data-watch.ts': ['lstat', 'watch'],
    'fleet/machine/open-cluster.ts': ['rm'],
    'fleet/machine/prepare-data.ts': ['existsSync'],
    'postgres/clusters/accounts.ts': ['readdir', 'stat'],
    'postgres/clusters/copied-folder.ts': ['readFile', 'stat', 'writeFile'],
    'postgres/clusters/copy-cluster.ts': ['chown', 'existsSync', 'lstat', 'rename'],
    'postgres/wire/long-text.ts': [
      'close',
      'createReadStream',
      'createWriteStream',
      'openSync',
      'unlinkSync',
    ],
  }),
  ...each("The folder of the platform's own database is looked for, and nothing in it is read.", {
    'fleet/records/control-plane.ts': ['existsSync'],
  }),
  ...each('Services keep their files in a folder that only the server can enter.', {
    'fleet/services/service-folders.ts': ['mkdir', 'readdir', 'rename', 'rm'],
    'services/functions/runtime/counts/hour-files.ts': [
      'appendFile',
      'mkdir',
      'readdir',
      'readFile',
      'rename',
      'rm',
      'writeFile',
    ],
    'services/functions/runtime/logs.ts': [
      'appendFile',
      'mkdir',
      'readFile',
      'rename',
      'rm',
      'stat',
    ],
  }),
  ...each('The server makes these folders in its own, and gives them away when it is done.', {
    'postgres/clusters/cluster.ts': ['existsSync', 'open'],
    'postgres/clusters/socket-folder.ts': [
      'chmodSync',
      'chownSync',
      'lstatSync',
      'mkdirSync',
      'unlinkSync',
    ],
    'postgres/clusters/socket.ts': ['chmod', 'chown', 'mkdir', 'rm'],
    'postgres/clusters/template.ts': [
      'chown',
      'existsSync',
      'lstat',
      'mkdir',
      'readdir',
      'readFile',
      'rename',
      'rm',
      'utimes',
      'writeFile',
    ],
    'services/functions/runtime/accounts.ts': ['chmod', 'chown'],
    'services/functions/runtime/function-folders.ts': ['writeFile'],
    'services/functions/runtime/project-folder.ts': [
      'cp',
      'lstat',
      'mkdir',
      'readFile',
      'rename',
      'writeFile',
    ],
    'services/functions/runtime/root-folder.ts': [
      'copyFile',
      'cp',
      'lstat',
      'mkdtemp',
      'readdir',
      'realpath',
    ],
  }),
  ...each('The log of a start is beside the data directory, in a folder of the server.', {
    'postgres/clusters/start-failure.ts': ['open'],
  }),
  ...each('The data folder and what is directly in it belong to the server.', {
    'postgres/data-folder/checks.ts': ['lstat', 'open', 'readdir', 'rm', 'stat'],
    'postgres/data-folder/data-folder.ts': [
      'chmod',
      'existsSync',
      'lchown',
      'lstat',
      'mkdir',
      'open',
      'readdir',
      'readFile',
      'readlink',
      'realpath',
      'rename',
      'symlink',
    ],
    'postgres/data-folder/leftovers.ts': ['readdir'],
  }),
  ...each('The files belong to the machine, the packages or the server.', {
    'fleet/machine/native-extensions.ts': ['readFile'],
    'postgres/engines/account.ts': ['readFile'],
    'postgres/engines/embedded.ts': [
      'access',
      'chmod',
      'constants',
      'cp',
      'existsSync',
      'mkdir',
      'readFile',
      'rename',
      'rm',
      'symlink',
    ],
    'postgres/engines/extensions.ts': ['existsSync', 'readFileSync'],
    'postgres/engines/stand-ins.ts': ['chmod', 'existsSync', 'mkdir', 'rename', 'rm', 'writeFile'],
    'postgres/engines/system.ts': ['existsSync'],
    'postgres/front-door/certificate.ts': ['readFile', 'stat'],
    'postgres/migrations.ts': ['readdir', 'readFile'],
    'postgres/sql-file.ts': ['readFileSync'],
  }),
  ...each('The kernel makes these files up.', {
    'postgres/processes/account-processes.ts': ['readdirSync', 'readFileSync', 'statSync'],
    'postgres/processes/control-groups.ts': [
      'existsSync',
      'mkdir',
      'readdir',
      'readFile',
      'rmdir',
      'writeFile',
      'writeFileSync',
    ],
    'postgres/processes/processes.ts': ['readdir', 'readFile', 'readlink', 'realpath'],
    'services/functions/runtime/process-usage.ts': ['readFile', 'readFileSync'],
  }),
  ...each('The code of a function was copied into a folder of the server, without links.', {
    'services/functions/runtime/node-clients.ts': ['readdir', 'readFile'],
  }),
])

function each(reason, modules) {
  return Object.entries(modules).map(([module, names]) => [
    `server/src/${module}`,
    { names: new Set(names), reason },
  ])
}
