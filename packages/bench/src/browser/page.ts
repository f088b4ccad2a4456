import { runJob, type Job, type JobResult } from '../run.ts';
import { browserHost } from './host.ts';

declare global {
  interface Window {
    /** Called from outside, once a page. */
    bench(job: Job): Promise<JobResult>;
  }
}

window.bench = (job) => runJob(job, browserHost);
