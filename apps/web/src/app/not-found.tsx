import Link from 'next/link';
import buttons from '../page/button.module.css';
import main from '../page/main.module.css';

export default function NotFound() {
  return (
    <main className={main.narrow}>
      <title>No such page · Plant store</title>
      <h1>No such page</h1>
      <p className={main.lead}>Nothing is at this address. The plants are all in one list.</p>
      <Link href="/" className={buttons.quiet}>
        All plants
      </Link>
    </main>
  );
}
