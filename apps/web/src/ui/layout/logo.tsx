export const Logo = () => (
  <svg viewBox="0 0 24 24" fill="none" aria-hidden="true">
    <path
      d="M20.5 3.5c.6 9.6-3.4 15.3-9.6 15.3-4 0-6.6-2.6-6.6-6.3 0-5.6 6-8.6 16.2-9Z"
      fill="currentColor"
      fillOpacity="0.16"
    />
    <path
      d="M3.5 21c1.6-4.8 5-8.7 9.7-11.3M20.5 3.5c.6 9.6-3.4 15.3-9.6 15.3-4 0-6.6-2.6-6.6-6.3 0-5.6 6-8.6 16.200-9Z"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
