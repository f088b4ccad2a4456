import { createRoot } from 'react-dom/client';
import { App } from './app.js';

createRoot(document.querySelector('#stage')!).render(<App />);
