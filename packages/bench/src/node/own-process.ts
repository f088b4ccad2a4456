import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a job in a fresh process: no engine sees another one's heap, compiled code or garbage. */
export function inOwnProcess<Result>(job: object): Promise<Result> {
  return new Promise((resolve, reject) => {
    // All of this is one bundled file, whose entry takes `--job`.
    const args = ['--expose-gc', fileURLToPath(import.meta.url), '--job', JSON.stringify(job)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let errors = '';
    let result: Result | undefined;
    child.stderr!.on('data', (text) => {
      errors += text;
    });
    child.on('message', (message) => {
      result = message as Result;
    });
    child.on('exit', (code, signal) => {
      const lines = errors.split('\n').map((line) => line.trim());
      const reason = lines.find((line) => /^(\w*Error|Uncaught)\b/.test(line)) ?? lines.find((line) => line !== '');
      if (result) resolve(result);
      else reject(new Error(reason ?? `left with ${signal ?? code}`));
    });
  });
}
