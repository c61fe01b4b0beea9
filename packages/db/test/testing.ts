export * from '@plant-store/engine/testing';
